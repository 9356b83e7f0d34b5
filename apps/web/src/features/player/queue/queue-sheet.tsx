import { limits } from '@relato/contract/limits';
import { ArrowUp, X } from 'lucide-react';
import { useRef } from 'react';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { queueText as text } from '../../../messages/stories/queue.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { TextButton } from '../../../ui/buttons/text-button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { PlayButton } from '../controls/play-button.tsx';
import type { Track } from '../player-state.ts';
import { queue, useQueue } from './app-queue.ts';
import type { Sleep } from './queue.ts';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';

/** Shows the upcoming stories, which the listener can reorder, and the sleep timer. */
export function QueueSheet({ onClose }: { readonly onClose: () => void }) {
  const { upcoming, playsNext, sleep } = useQueue();
  const list = useRef<HTMLElement>(null);
  /** Moves the focus to the list, because the pressed button disappears or moves. */
  const inList = (act: () => void) => () => {
    act();
    list.current?.focus();
  };
  return (
    <ModalSheet title={text.title} onClose={onClose}>
      <div className="mt-4 mb-5">
        <Switch
          label={text.playsNext}
          hint={text.playsNextHint}
          checked={playsNext === true}
          onChange={queue.setPlaysNext}
        />
      </div>
      <SleepChoice sleep={sleep} />
      <section ref={list} tabIndex={-1} aria-label={text.title} className="mt-4">
        {upcoming.length === 0 ? (
          <p className="my-6 text-center text-muted">{text.empty}</p>
        ) : (
          <>
            <ol className="divide-y divide-line">
              {upcoming.map((track, index) => (
                <QueueRow
                  key={track.id}
                  track={track}
                  onRemove={() => queue.remove(track.id)}
                  onRaise={index > 0 && inList(() => queue.raise(track.id))}
                />
              ))}
            </ol>
            <TextButton onClick={inList(queue.clear)}>{text.clear}</TextButton>
          </>
        )}
      </section>
    </ModalSheet>
  );
}

interface QueueRowProps {
  readonly track: Track;
  readonly onRemove: () => void;
  /** False for the first track. */
  readonly onRaise: (() => void) | false;
}

function QueueRow({ track, onRemove, onRaise }: QueueRowProps) {
  const { title, artist } = track;
  return (
    <li ref={keepFocus} className="flex items-center gap-2.5 py-2">
      <PlayButton track={track} className="size-11" />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate font-[650]">
          {title}
        </p>
        <p className="truncate text-sm text-muted">{artist}</p>
      </div>
      {onRaise && <IconButton label={text.raise(title)} icon={<ArrowUp />} onClick={onRaise} />}
      <IconButton label={text.remove(title)} icon={<X />} onClick={onRemove} />
    </li>
  );
}

const clock = new Intl.DateTimeFormat('es', { hour: 'numeric', minute: '2-digit' });

function SleepChoice({ sleep }: { readonly sleep: Sleep }) {
  return (
    <section aria-labelledby="sleep">
      <h3 id="sleep" className="mb-2 font-ui text-base font-[650]">
        {text.sleep}
      </h3>
      <div className="flex flex-wrap gap-2">
        <Chip pressed={sleep === 'never'} onClick={() => queue.setSleep('never')}>
          {text.never}
        </Chip>
        <Chip pressed={sleep === 'after-story'} onClick={() => queue.setSleep('after-story')}>
          {text.afterStory}
        </Chip>
        {limits.player.sleepMinutes.map((minutes) => (
          <Chip
            key={minutes}
            pressed={typeof sleep === 'object' && sleep.minutes === minutes}
            onClick={() => queue.setSleep({ minutes, atMs: Date.now() + minutes * 60_000 })}
          >
            {text.inMinutes(minutes)}
          </Chip>
        ))}
      </div>
      {/* The line is reserved, so that nothing moves under a finger. */}
      <p aria-live="polite" className="mt-1.5 min-h-5 text-sm text-muted">
        {typeof sleep === 'object' && text.stopsAt(clock.format(sleep.atMs))}
      </p>
    </section>
  );
}
