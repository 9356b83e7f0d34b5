import type { AskedQuestion } from '@relato/contract/questions/types';
import type { StoryLine, StoryOrigin, StorySummary } from '@relato/contract/stories/types';
import { Link } from '@tanstack/react-router';
import { Lock, Mic, Network } from 'lucide-react';
import { toStory } from '../../../lib/layout/to-story.ts';
import { blocksText } from '../../../messages/account/blocks.ts';
import { askedText as text } from '../../../messages/questions/asked.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { threadsText } from '../../../messages/stories/threads.ts';
import { useShownTitle } from '../../blocks/public.ts';
import { ReplyState } from '../threads/reply-state.tsx';

interface AskedLineProps {
  readonly story: StorySummary;
}

/** The question that a story answers, for its author and the asker, and the story that it replies to or grew from. */
export const AskedLine = ({ story }: AskedLineProps) => (
  <>
    {story.question && <Question story={story} question={story.question} />}
    {story.origin && <Origin story={story} origin={story.origin} />}
  </>
);

const lineClass = 'mb-2 rounded-field bg-sunken px-3 py-2 text-sm text-muted';

function Question({ story, question }: AskedLineProps & { readonly question: AskedQuestion }) {
  const asker = question.asker.username ?? '';
  return (
    <p className={lineClass}>
      {story.isShared && (
        <span className="mb-0.5 flex items-center gap-1.5 font-[650] text-ink">
          <Lock aria-hidden="true" className="size-4 shrink-0" />
          {text.shared(asker)}
        </span>
      )}
      {story.viewer.canEdit ? text.asked(asker) : text.yours}{' '}
      <bdi className="wrap-anywhere">«{question.text}»</bdi>
    </p>
  );
}

function FromLink({ kind, story }: Pick<StoryOrigin, 'kind'> & { readonly story: StoryLine }) {
  const title = useShownTitle(story);
  return (
    <Link to="." search={toStory(story.id)} preload={false} className="touch block">
      <span className="line-clamp-2">
        {threadsText.of[kind]}{' '}
        <bdi className="font-[650] text-voice-strong">
          {title === null ? blocksText.words.foldedTitle : title && <>«{title}»</>}
        </bdi>
      </span>
    </Link>
  );
}

function Origin({ story, origin }: AskedLineProps & { readonly origin: StoryOrigin }) {
  const { kind, story: from, isWaiting } = origin;
  const session = useSession();
  const isOwn = story.viewer.canEdit;
  const isTellersOwn = session.status === 'signed-in' && session.user.id === from?.author.id;
  const Icon = kind === 'reply' ? Mic : Network;
  // The height is that of the card's placeholder.
  return (
    <div className={`${lineClass} flex gap-1.5 ${kind === 'grown' ? 'min-h-19' : ''}`}>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        {from ? (
          <>
            <FromLink kind={kind} story={from} />
            <p className="flex flex-wrap gap-x-3">
              <span className="min-w-0 wrap-anywhere">{threadsText.ofWhom(from.author.username ?? '')}</span>
              {kind === 'grown' && (
                <Link
                  to="/arbol/$id"
                  params={{ id: story.id }}
                  preload={false}
                  className="touch font-[650] text-voice-strong"
                >
                  {threadsText.tree}
                </Link>
              )}
            </p>
          </>
        ) : (
          <p>
            {threadsText.gone[kind]}{' '}
            {kind === 'reply' && isOwn && (origin.isAway ? threadsText.awayReply : threadsText.keptReply)}
          </p>
        )}
        {from && isWaiting && !isOwn && !isTellersOwn && (
          <p className="mt-0.5 font-[650] text-ink">{threadsText.waiting}</p>
        )}
        {from && <ReplyState reply={story} isTellersOwn={isTellersOwn} teller={from.author.username ?? ''} />}
      </div>
    </div>
  );
}
