import { toSubject } from '@relato/contract/stories/rules';
import { Link } from '@tanstack/react-router';
import { RefreshCw, X } from 'lucide-react';
import { useState } from 'react';
import { readChosenPrompt, storeChosenPrompt, toDailyPrompt } from '../../lib/chosen-prompt.ts';
import { Avatar } from '../../lib/avatar/avatar.tsx';
import { askedText } from '../../messages/questions/asked.ts';
import { prompts, promptsText } from '../../messages/recordings/prompts.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import type { Answerable } from '../../lib/kept-question.ts';

interface StoryIdeaProps {
  /** Null shows an idea instead. */
  readonly question: Answerable | null;
  readonly onPutAside: () => void;
}

/** The question of the link that the user followed, or else an idea for a story. */
export const StoryIdea = ({ question, onPutAside }: StoryIdeaProps) =>
  question ? <AskedCard question={question} onPutAside={onPutAside} /> : <StoryIdeaCard />;

interface AskedCardProps {
  readonly question: Answerable;
  readonly onPutAside: () => void;
}

function AskedCard({ question: { text, asker, photo, kind }, onPutAside }: AskedCardProps) {
  return (
    <section data-asked="" className="relative mt-4.5 rounded-card bg-voice-soft p-4 compact:mt-3">
      <p className="mb-2 flex items-center gap-2.5 pr-9 text-sm font-[650]">
        <Avatar username={asker} photo={photo} />
        <span className="min-w-0 wrap-anywhere">{askedText.asks[kind ?? 'question'](asker)}</span>
      </p>
      <h2 dir="auto" className="text-title wrap-anywhere compact:text-base compact:leading-[1.2]">
        {text}
      </h2>
      <IconButton
        label={askedText.putAside}
        icon={<X className="size-4.5!" />}
        className="absolute! top-1 right-1"
        onClick={onPutAside}
      />
    </section>
  );
}

function StoryIdeaCard() {
  const [index, setIndex] = useState(readChosenPrompt);
  const { text = '', tag = '' } = prompts[index] ?? {};
  return (
    <section className="relative mt-4.5 rounded-card bg-sunken p-4 pb-3 compact:mt-3">
      <p className="mb-1 pr-9 text-sm font-[650] text-muted">
        {index === toDailyPrompt() ? (
          <>
            {promptsText.today} ·{' '}
            <Link
              to="/tema/$tag"
              params={{ tag: toSubject(tag) }}
              preload={false}
              className="touch text-voice-strong"
            >
              {promptsText.answers}
            </Link>
          </>
        ) : (
          promptsText.usual
        )}
      </p>
      <h2 aria-live="polite" className="min-h-12 text-title compact:text-lg compact:leading-[1.2]">
        {text}
      </h2>
      <IconButton
        label={promptsText.another}
        icon={<RefreshCw className="size-4.5!" />}
        className="absolute! top-1 right-1 text-muted"
        onClick={() => {
          const next = (index + 1) % prompts.length;
          setIndex(next);
          storeChosenPrompt(next);
        }}
      />
    </section>
  );
}
