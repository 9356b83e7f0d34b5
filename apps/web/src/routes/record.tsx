import { createFileRoute } from '@tanstack/react-router';
import { LogoHeader } from '../app/shell/logo-header.tsx';
import { Screen } from '../app/shell/screen.tsx';
import { WithStory } from '../app/with-story.tsx';
import { RecorderScreen } from '../features/recorder/recorder-screen.tsx';
import { recorderText } from '../messages/recorder.ts';

export const Route = createFileRoute('/record')({ component: RecordRoute });

function RecordRoute() {
  return (
    <WithStory>
      <Screen label={recorderText.record} header={<LogoHeader />}>
        <RecorderScreen />
      </Screen>
    </WithStory>
  );
}
