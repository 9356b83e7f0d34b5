import { createFileRoute } from '@tanstack/react-router';
import { VerifyEmailScreen } from '../../features/account/mail-links/verify-email-screen.tsx';
import { readKeptQuestion } from '../../lib/kept-question.ts';
import { readChosenPrompt } from '../../lib/chosen-prompt.ts';
import { prompts } from '../../messages/recordings/prompts.ts';

export const Route = createFileRoute('/(mailed)/confirmar')({
  component: () => (
    <VerifyEmailScreen storyIdea={readKeptQuestion()?.text ?? prompts[readChosenPrompt()]?.text} />
  ),
});
