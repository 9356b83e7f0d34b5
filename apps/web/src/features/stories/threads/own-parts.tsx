import { repliesChoices, type StorySummary } from '@relato/contract/stories/types';
import { LogOut } from 'lucide-react';
import { useId, useState } from 'react';
import { lazySheet } from '../../../lib/lazy/lazy-part.tsx';
import { threadsText } from '../../../messages/stories/threads.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { useSetReplies } from './use-set-replies.ts';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';

const LeaveSheet = lazySheet(async () => (await import('./leave-sheet.tsx')).LeaveSheet);

/** The choice who may reply to the viewer's story, and the button that detaches it from another one. */
export function OwnThread({ story }: { readonly story: StorySummary }) {
  const { origin } = story;
  const [isLeaving, setLeaving] = useState(false);
  return (
    <div tabIndex={-1} className="outline-none">
      {origin?.kind !== 'reply' && <Replies story={story} />}
      {origin && (origin.story ?? origin.isAway) && (
        <Button
          ref={keepFocus}
          size="small"
          variant="secondary"
          className="mt-1"
          onClick={() => setLeaving(true)}
        >
          <LogOut aria-hidden="true" />
          {threadsText.leaving.own[origin.kind].leave}
        </Button>
      )}
      {isLeaving && <LeaveSheet story={story} onClose={() => setLeaving(false)} />}
    </div>
  );
}

const { label, names } = threadsText.setting;

function Replies({ story }: { readonly story: StorySummary }) {
  const id = useId();
  const { chosen, isPending, choose } = useSetReplies(story);
  return (
    <div className="flex min-h-11 items-center justify-between gap-3 text-sm">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={chosen}
        aria-busy={isPending}
        className="min-h-11 min-w-0 rounded-field border border-edge bg-surface px-2.5 text-ink"
        onChange={({ target }) => {
          const replies = repliesChoices.find((each) => each === target.value);
          if (replies) choose(replies);
        }}
      >
        {repliesChoices.map((each) => (
          <option key={each} value={each}>
            {names[each]}
          </option>
        ))}
      </select>
    </div>
  );
}
