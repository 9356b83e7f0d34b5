import type { ReceivedReaction } from '@relato/contract/reactions/types';
import type { StorySummary } from '@relato/contract/stories/types';
import { Play } from 'lucide-react';
import { Avatar } from '../../lib/avatar/avatar.tsx';
import { PersonName } from '../../lib/avatar/person-name.tsx';
import { trpc } from '../../lib/calls/trpc.ts';
import { ModalSheet } from '../../lib/layout/modal-sheet.tsx';
import { byCursor } from '../../lib/paging/by-cursor.ts';
import { Paged } from '../../lib/paging/paged.tsx';
import { RowSkeletons } from '../../lib/paging/row-skeletons.tsx';
import { formatDuration } from '../../messages/format.ts';
import { reactionsText } from '../../messages/stories/reactions.ts';
import { toAuthorName } from '../../messages/stories.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { player, type Track } from '../player/public.ts';
import { signPictures } from './sign-picture.ts';

interface ReceivedSheetProps {
  readonly story: StorySummary;
  readonly track: Track;
  readonly onClose: () => void;
}

/** The signs on the viewer's story, with the users who left them and a button that plays the words. */
export function ReceivedSheet({ story, track, onClose }: ReceivedSheetProps) {
  const received = trpc.reactions.received.useInfiniteQuery({ id: story.id }, { ...byCursor, staleTime: 0 });
  return (
    <ModalSheet title={reactionsText.received} onClose={onClose}>
      <div className="mt-2 min-h-72">
        <Paged
          query={received}
          skeleton={<RowSkeletons label={reactionsText.loading} />}
          failureTitle={reactionsText.errors.load}
          empty={<p className="py-6 text-center text-muted">{reactionsText.none}</p>}
          moreLabel={reactionsText.loadMore}
        >
          {(shown) => (
            <ul>
              {shown.map((reaction) => (
                <Received key={reaction.id} reaction={reaction} track={track} onLeave={onClose} />
              ))}
            </ul>
          )}
        </Paged>
      </div>
    </ModalSheet>
  );
}

interface ReceivedProps {
  readonly reaction: ReceivedReaction;
  readonly track: Track;
  readonly onLeave: () => void;
}

function Received({ reaction: { person, sign, startMs, text }, track, onLeave }: ReceivedProps) {
  const name = toAuthorName(person);
  return (
    <li className="flex items-center gap-3 py-1">
      <Avatar username={person.username ?? name} photo={person.photo} />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-1.5">
          <PersonName person={person} onLeave={onLeave} />
          <span aria-hidden="true" className="font-emoji">
            {signPictures[sign]}
          </span>
          <span className="sr-only">{reactionsText.names[sign]}</span>
        </p>
        <p
          dir="auto"
          className={`line-clamp-2 text-sm text-muted wrap-anywhere ${text === null ? 'italic' : ''}`}
        >
          {text === null ? reactionsText.gone : reactionsText.quote(text)}
        </p>
      </div>
      <IconButton
        label={reactionsText.playFrom(formatDuration(startMs))}
        icon={<Play />}
        onClick={() => {
          player.playFrom(track, startMs / 1_000);
          onLeave();
        }}
      />
    </li>
  );
}
