import type { OwnQuestion } from '@relato/contract/questions/types';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Link2Off } from 'lucide-react';
import { useState } from 'react';
import { keepFocus } from '../../lib/layout/keep-focus.ts';
import { lazySheet } from '../../lib/lazy/lazy-part.tsx';
import { questionsText as text } from '../../messages/questions/questions.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';

const WithdrawSheet = lazySheet(async () => (await import('./withdraw-sheet.tsx')).WithdrawSheet);

/** The questions of the viewer. Each links to its answers, and has a button that withdraws its link until the link expires. */
export function QuestionRows({ questions }: { readonly questions: readonly OwnQuestion[] }) {
  const [withdrawn, setWithdrawn] = useState<OwnQuestion | null>(null);
  return (
    <>
      <ul
        aria-label={text.mine}
        className="divide-y divide-line/60 rounded-card border border-line/60 bg-surface px-3.5 py-1 shadow-card"
      >
        {questions.map((question) => (
          <li key={question.id} tabIndex={-1} className="flex items-center gap-1">
            <Link
              to="/pregunta/$id"
              params={{ id: question.id }}
              preload={false}
              className="flex min-h-14 min-w-0 flex-1 items-center gap-2 py-2"
            >
              <span className="min-w-0 flex-1">
                <bdi className="line-clamp-2 font-[650] wrap-anywhere">{question.text}</bdi>
                <span className="block text-sm text-muted">{toState(question)}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
            </Link>
            {(question.state === 'open' || question.state === 'answered') && (
              <IconButton
                ref={keepFocus}
                label={`${text.withdraw}: ${question.text}`}
                icon={<Link2Off />}
                className="-mr-2 shrink-0 text-muted"
                onClick={() => setWithdrawn(question)}
              />
            )}
          </li>
        ))}
      </ul>
      {withdrawn && <WithdrawSheet question={withdrawn} onClose={() => setWithdrawn(null)} />}
    </>
  );
}

function toState({ state, expiresAt, answersCount }: OwnQuestion): string {
  const link = state === 'open' ? text.states.open(expiresAt) : text.states[state];
  return `${text.answers(answersCount)} · ${link}`;
}
