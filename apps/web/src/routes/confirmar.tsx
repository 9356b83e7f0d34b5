import { createFileRoute } from '@tanstack/react-router';
import { VerifyEmailScreen } from '../features/account/mail-links/verify-email-screen.tsx';
import { readStoryIdea } from '../features/recordings/story-idea.ts';
import { recorderText } from '../messages/recorder.ts';

export const Route = createFileRoute('/confirmar')({ component: VerifyEmailRoute });

function VerifyEmailRoute() {
  return <VerifyEmailScreen storyIdea={recorderText.prompt.ideas[readStoryIdea()]} />;
}
