import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { LandingScreen, RecorderScreen } from '../app/lazy-screens.ts';
import { useRecorderPresence } from '../features/recordings/recorder-presence.ts';
import { LogoHeader } from '../lib/layout/logo-header.tsx';
import { Screen } from '../lib/layout/screen.tsx';
import { useSettings } from '../lib/settings/use-settings.ts';
import { landingText } from '../messages/shell/landing.ts';
import { shellText } from '../messages/shell.ts';

export const Route = createFileRoute('/')({
  // Part of the entry, because its screens are chunks of their own.
  codeSplitGroupings: [],
  component: IndexRoute,
});

function IndexRoute() {
  const { flags } = useSettings();
  const isBusy = useRecorderPresence() === 'busy';
  // A recording that began here continues here, even if an administrator changes the flags meanwhile.
  const [isKept, setKept] = useState(false);
  if (isBusy && !isKept) setKept(true);
  if (flags.recordOnly || isKept) return <Recorder />;
  return (
    <Screen label={landingText.title} header={<LogoHeader />}>
      <LandingScreen />
    </Screen>
  );
}

function Recorder() {
  return (
    <Screen label={shellText.record} header={<LogoHeader />} offlineText={shellText.offlineRecorder}>
      <RecorderScreen />
    </Screen>
  );
}
