import { createFileRoute } from '@tanstack/react-router';
import { VerifyEmailScreen } from '../../features/account/mail-links/verify-email-screen.tsx';
import { readChosenPrompt } from '../../features/recordings/chosen-prompt.ts';
import { recorderIdleText } from '../../messages/recordings/idle.ts';

export const Route = createFileRoute('/(mailed)/confirmar')({
  component: () => <VerifyEmailScreen storyIdea={recorderIdleText.prompt.ideas[readChosenPrompt()]} />,
});
