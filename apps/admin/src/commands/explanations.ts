import { judgeExplanationInput } from '@relato/contract';
import { procedure } from '../command.ts';

export const explanations = [
  procedure('explanations remove <id>', judgeExplanationInput, {
    summary: 'Removes the explanation of a word',
    about: {
      id: 'the explanation, as `stories show` names it',
      reason: 'the reason; shown to the user who wrote it, who may appeal',
    },
    ask: ({ id }) => `Remove the explanation ${id}?`,
    call: (client, input) => client.corrections.removeAsModerator.mutate(input),
    print: 'Removed',
  }),
];
