import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyPart } from '../app/lazy-part.tsx';
import { LogoHeader } from '../app/shell/logo-header.tsx';
import { Screen } from '../app/shell/screen.tsx';
import { useSettings } from '../app/use-settings.ts';
import { WithStory } from '../app/with-story.tsx';
import { useRecorderPresence } from '../features/recorder/recorder-phase-store.ts';
import { RecorderScreen } from '../features/recorder/recorder-screen.tsx';
import { landingText } from '../messages/landing.ts';
import { recorderText } from '../messages/recorder.ts';

const Landing = lazyPart(async () => (await import('../app/landing-screen.tsx')).Landing);

export const Route = createFileRoute('/')({
  // In the entry, not a chunk of its own: the recorder is what most people come for.
  codeSplitGroupings: [],
  component: IndexRoute,
});

function IndexRoute() {
  const { flags } = useSettings();
  const isBusy = useRecorderPresence() === 'busy';
  // Who has begun to record here goes on here, whatever the administrator sets meanwhile.
  const [isKept, setKept] = useState(false);
  if (isBusy && !isKept) setKept(true);
  return (
    <WithStory>
      {flags.recordOnly || isKept ? (
        <Recorder />
      ) : (
        <Screen label={landingText.title} header={<LogoHeader />}>
          <Landing />
        </Screen>
      )}
    </WithStory>
  );
}

function Recorder() {
  return (
    <Screen label={recorderText.record} header={<LogoHeader />}>
      <RecorderScreen />
    </Screen>
  );
}
