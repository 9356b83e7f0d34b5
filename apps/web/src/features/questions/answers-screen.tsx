import { trpc } from '../../lib/calls/trpc.ts';
import { BackHeader } from '../../lib/layout/back-header.tsx';
import { Screen } from '../../lib/layout/screen.tsx';
import { byCursor } from '../../lib/paging/by-cursor.ts';
import { questionsText as text } from '../../messages/questions/questions.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { StoryPages } from '../stories/public.ts';
import { SignedInAsker } from './signed-in-asker.tsx';

/** The answers to a question of the viewer, without those that they may not hear. */
export function AnswersScreen({ id }: { readonly id: string }) {
  return (
    <Screen label={text.answersTitle} header={<BackHeader title={text.answersTitle} />}>
      <SignedInAsker>
        <Answers id={id} />
      </SignedInAsker>
    </Screen>
  );
}

function Answers({ id }: { readonly id: string }) {
  const answers = trpc.stories.byQuestion.useInfiniteQuery({ id }, byCursor);
  return (
    <StoryPages
      label={text.answersTitle}
      query={answers}
      failureTitle={text.answersFailed}
      empty={<EmptyState {...text.noAnswers} />}
    />
  );
}
