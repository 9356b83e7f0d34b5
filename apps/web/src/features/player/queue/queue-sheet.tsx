import { limits } from '@relato/contract/limits';
import { ArrowUp, X } from 'lucide-react';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { playerText } from '../../../messages/player.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { TextButton } from '../../../ui/buttons/text-button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { PlayButton } from '../controls/play-button.tsx';
import type { Track } from '../player-state.ts';
import { queue, useQueue } from './app-queue.ts';
import type { Sleep } from './queue.ts';

const text = playerText.queue;

/** Shows what comes next, in an order that may be changed, and when it stops. */
export function QueueSheet({ onClose }: { readonly onClose: () => void }) {
  const { upcoming, playsNext, sleep } = useQueue();
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
      {upcoming.length === 0 ? (
        <p className="my-6 text-center text-muted">{text.empty}</p>
      ) : (
        <>
          <ol aria-label={text.title} className="mt-4 divide-y divide-line">
            {upcoming.map((track, index) => (
              <QueueRow key={track.id} track={track} isFirst={index === 0} />
            ))}
          </ol>
          <TextButton onClick={queue.clear}>{text.clear}</TextButton>
        </>
      )}
    </ModalSheet>
  );
}

function QueueRow({ track, isFirst }: { readonly track: Track; readonly isFirst: boolean }) {
  const { id, title, artist } = track;
  return (
    <li className="flex items-center gap-2.5 py-2">
      <PlayButton track={track} className="size-11" />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate font-[650]">
          {title}
        </p>
        <p className="truncate text-sm text-muted">{artist}</p>
      </div>
      {!isFirst && (
        <IconButton label={text.raise(title)} icon={<ArrowUp />} onClick={() => queue.raise(id)} />
      )}
      <IconButton label={text.remove(title)} icon={<X />} onClick={() => queue.remove(id)} />
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
            pressed={false}
            onClick={() => queue.setSleep({ atMs: Date.now() + minutes * 60_000 })}
          >
            {text.inMinutes(minutes)}
          </Chip>
        ))}
      </div>
      {/* Its place is kept, so that nothing moves under a finger. */}
      <p aria-live="polite" className="mt-1.5 min-h-5 text-sm text-muted">
        {typeof sleep === 'object' && text.stopsAt(clock.format(sleep.atMs))}
      </p>
    </section>
  );
}
