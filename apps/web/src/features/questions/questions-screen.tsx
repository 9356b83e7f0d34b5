import { useState } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { BackHeader } from '../../lib/layout/back-header.tsx';
import { Screen } from '../../lib/layout/screen.tsx';
import { byCursor } from '../../lib/paging/by-cursor.ts';
import { Paged } from '../../lib/paging/paged.tsx';
import { RowSkeletons } from '../../lib/paging/row-skeletons.tsx';
import { questionsText as text } from '../../messages/questions/questions.ts';
import { AskForm } from './ask-form.tsx';
// Not lazy: a link whose sheet could not be loaded would be lost, because the server does not show it a second time.
import { LinkSheet } from './link-sheet.tsx';
import { QuestionRows } from './question-rows.tsx';
import { SignedInAsker } from './signed-in-asker.tsx';
import type { MadeLink } from './use-ask.ts';

/** Creates the link that asks for a story, and lists the viewer's questions. */
export function QuestionsScreen() {
  return (
    <Screen label={text.title} header={<BackHeader title={text.title} />}>
      <SignedInAsker>
        <Questions />
      </SignedInAsker>
    </Screen>
  );
}

function Questions() {
  const [link, setLink] = useState<MadeLink | null>(null);
  const mine = trpc.questions.mine.useInfiniteQuery({}, { ...byCursor, staleTime: 0 });
  return (
    <>
      <AskForm onAsked={(made) => setLink(made)} />
      <h2 className="mt-8 mb-2.5 text-title">{text.mine}</h2>
      <Paged
        query={mine}
        skeleton={<RowSkeletons label={text.loading} />}
        failureTitle={text.loadFailed}
        empty={<p className="text-muted">{text.none}</p>}
      >
        {(questions) => <QuestionRows questions={questions} />}
      </Paged>
      {link && <LinkSheet {...link} onClose={() => setLink(null)} />}
    </>
  );
}
