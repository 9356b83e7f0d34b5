import { createFileRoute } from '@tanstack/react-router';
import { RecorderScreen } from '../features/recordings/recorder-screen.tsx';
import { LogoHeader } from '../lib/layout/logo-header.tsx';
import { Screen } from '../lib/layout/screen.tsx';
import { recorderIdleText } from '../messages/recordings/idle.ts';
import { shellText } from '../messages/shell.ts';

export const Route = createFileRoute('/record')({
  component: () => (
    <Screen label={recorderIdleText.record} header={<LogoHeader />} offlineText={shellText.offlineRecorder}>
      <RecorderScreen />
    </Screen>
  ),
});
