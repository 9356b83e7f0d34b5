import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { LogoHeader } from '../app/shell/logo-header.tsx';
import { Screen } from '../app/shell/screen.tsx';
import { useSettings } from '../app/use-settings.ts';
import { WithStory } from '../app/with-story.tsx';
import { RecorderScreen } from '../features/recorder/recorder-screen.tsx';
import { recorderText } from '../messages/recorder.ts';

const LandingScreen = lazy(async () =>
  import('../app/landing-screen.tsx').then((module) => ({ default: module.LandingScreen })),
);

export const Route = createFileRoute('/')({
  // In the entry, not a chunk of its own: the recorder is what most people come for.
  codeSplitGroupings: [],
  component: IndexRoute,
});

function IndexRoute() {
  const { flags } = useSettings();
  return (
    <WithStory>
      {flags.recordOnly ? (
        <Recorder />
      ) : (
        <Suspense>
          <LandingScreen />
        </Suspense>
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
