import type { StoryId } from '@relato/contract/ids';
import type { ReceivedCorrection } from '@relato/contract/corrections/types';
import { Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { Avatar } from '../../lib/avatar/avatar.tsx';
import { PersonName } from '../../lib/avatar/person-name.tsx';
import { trpc } from '../../lib/calls/trpc.ts';
import { ModalSheet } from '../../lib/layout/modal-sheet.tsx';
import { byCursor } from '../../lib/paging/by-cursor.ts';
import { Paged } from '../../lib/paging/paged.tsx';
import { RowSkeletons } from '../../lib/paging/row-skeletons.tsx';
import { correctionsText } from '../../messages/stories/corrections.ts';
import { explanationsText } from '../../messages/stories/explanations.ts';
import { toAuthorName } from '../../messages/stories.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { PersonMenu } from '../blocks/public.ts';
import { player, type Track } from '../player/public.ts';
import { playSpan } from './play-span.ts';
import { AcceptedCorrections } from './accepted-corrections.tsx';
import { toExcerpt } from './explained/to-excerpt.ts';
import { useDecide, useSetListenersDecide } from './use-decide.ts';

interface CorrectionsSheetProps {
  readonly id: StoryId;
  readonly track: Track;
  readonly listenersDecide: boolean;
  readonly onClose: () => void;
}

/** Lists the corrections and explanations that listeners propose for the viewer's story. The viewer hears the words and decides. */
export function CorrectionsSheet({ id, track, listenersDecide, onClose }: CorrectionsSheetProps) {
  const received = trpc.corrections.received.useInfiniteQuery(
    { id },
    { ...byCursor, staleTime: 0, gcTime: 0 },
  );
  const save = useSetListenersDecide(id);
  const [closed, setClosed] = useState<readonly string[]>([]);
  return (
    <ModalSheet title={correctionsText.received} onClose={onClose}>
      <div className="mt-2">
        <Switch
          label={correctionsText.listenersDecide}
          hint={correctionsText.listenersDecideHint}
          checked={listenersDecide}
          busy={save.isPending}
          onChange={(isOn) => save.mutate({ id, listenersDecide: isOn })}
        />
      </div>
      <div className="mt-3 min-h-72">
        <Paged
          query={received}
          skeleton={<RowSkeletons label={correctionsText.loading} />}
          failureTitle={correctionsText.errors.load}
          empty={<p className="py-6 text-center text-muted">{correctionsText.none}</p>}
          moreLabel={correctionsText.loadMore}
        >
          {(shown) => (
            <ul>
              {shown.map((correction) => (
                <Received
                  key={correction.id}
                  storyId={id}
                  correction={correction}
                  track={track}
                  isClosed={closed.includes(correction.id)}
                  onClosed={(others) => setClosed((before) => [...before, ...others])}
                  onLeave={onClose}
                />
              ))}
            </ul>
          )}
        </Paged>
        <AcceptedCorrections id={id} />
      </div>
    </ModalSheet>
  );
}

interface ReceivedProps {
  readonly storyId: StoryId;
  readonly correction: ReceivedCorrection;
  readonly track: Track;
  /** True once another proposal was accepted that says the same, or that has changed the words. */
  readonly isClosed: boolean;
  readonly onClosed: (others: readonly string[]) => void;
  readonly onLeave: () => void;
}

function Received({ track, onLeave, ...decision }: ReceivedProps) {
  const { correction } = decision;
  const { person, text, said, regions, isOutdated } = correction;
  const isExplanation = regions.length > 0;
  const name = toAuthorName(person);
  return (
    <li className="border-t border-line py-2">
      <div className="flex items-center gap-3">
        <Avatar username={person.username ?? name} photo={person.photo} />
        <p className="flex min-w-0 flex-1">
          <PersonName person={person} onLeave={onLeave} />
        </p>
        <PersonMenu person={person} />
        <IconButton
          label={`${correctionsText.listen}: ${correctionsText.quote(text)}`}
          icon={<Play />}
          onClick={() => playSpan(player, toExcerpt(track), correction)}
        />
      </div>
      <dl className="wrap-anywhere">
        <dt className="sr-only">{correctionsText.reads}</dt>
        <dd dir="auto" className={`text-sm text-muted ${isExplanation ? '' : 'line-through'}`}>
          {correctionsText.quote(text)}
        </dd>
        <dt className="sr-only">{isExplanation ? explanationsText.means : correctionsText.sounds}</dt>
        <dd dir="auto" className="font-display text-lg">
          {correctionsText.quote(said)}
        </dd>
        {isExplanation && (
          <>
            <dt className="sr-only">{explanationsText.where}</dt>
            <dd className="text-sm text-muted">{explanationsText.regionsOf(regions)}</dd>
          </>
        )}
      </dl>
      {isOutdated && <p className="mt-1 text-sm italic">{correctionsText.outdated}</p>}
      <Decision {...decision} />
    </li>
  );
}

/** The decision replaces its buttons in place: if the row disappeared, a double tap would hit the next one. */
function Decision({ storyId, correction, isClosed, onClosed }: Omit<ReceivedProps, 'track' | 'onLeave'>) {
  const { id, isOutdated } = correction;
  const [decided, setDecided] = useState<'accepted' | 'declined' | null>(null);
  const result = useRef<HTMLOutputElement>(null);
  const { isPending, variables, mutate } = useDecide(storyId, (isAccepted, others) => {
    // The buttons disappear, so the focus moves to the result.
    if (result.current?.parentElement?.contains(document.activeElement)) result.current.focus();
    setDecided(isAccepted ? 'accepted' : 'declined');
    onClosed(others);
  });
  const decide = (isAccepted: boolean) => {
    if (!isPending) mutate({ id, isAccepted });
  };
  const state = decided ?? (isClosed ? 'closed' : null);
  return (
    <div className="flex min-h-13 items-center">
      <output ref={result} tabIndex={-1} className="text-sm font-[650] text-muted outline-none">
        {state && correctionsText.states[state]}
      </output>
      {!state && (
        <div className="flex gap-2">
          {!isOutdated && (
            <Button size="small" busy={isPending && variables.isAccepted} onClick={() => decide(true)}>
              {correctionsText.accept}
            </Button>
          )}
          <Button
            variant="outline"
            size="small"
            busy={isPending && !variables.isAccepted}
            onClick={() => decide(false)}
          >
            {correctionsText.decline}
          </Button>
        </div>
      )}
    </div>
  );
}
