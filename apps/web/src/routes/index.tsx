import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { StoryOverlay } from '../app/story-overlay.tsx';
import { useRecorderPresence } from '../features/recordings/recorder-presence.ts';
import { RecorderScreen } from '../features/recordings/recorder-screen.tsx';
import { LogoHeader } from '../lib/layout/logo-header.tsx';
import { Screen } from '../lib/layout/screen.tsx';
import { lazyPart } from '../lib/lazy/lazy-part.tsx';
import { useSettings } from '../lib/settings/use-settings.ts';
import { landingText } from '../messages/landing.ts';
import { recorderText } from '../messages/recorder.ts';

const LandingScreen = lazyPart(async () => (await import('../app/landing-screen.tsx')).LandingScreen);

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
    <StoryOverlay>
      {flags.recordOnly || isKept ? (
        <Recorder />
      ) : (
        <Screen label={landingText.title} header={<LogoHeader />}>
          <LandingScreen />
        </Screen>
      )}
    </StoryOverlay>
  );
}

function Recorder() {
  return (
    <Screen label={recorderText.record} header={<LogoHeader />}>
      <RecorderScreen />
    </Screen>
  );
}
