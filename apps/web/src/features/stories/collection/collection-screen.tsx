import { toCollectionUrl } from '@relato/contract/collections/links';
import { laterId, type Collection } from '@relato/contract/collections/types';
import { limits } from '@relato/contract/limits';
import { toCollectionTitle } from '@relato/contract/text/page-titles';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowDownUp, Clock, ListMusic, Pencil, Play, Share2 } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode } from '../../../lib/errors/error-data.ts';
import { BackHeader } from '../../../lib/layout/back-header.tsx';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';
import { NotFoundState } from '../../../lib/layout/not-found-state.tsx';
import { Screen } from '../../../lib/layout/screen.tsx';
import { usePageTitle } from '../../../lib/layout/use-page-title.ts';
import { lazySheet } from '../../../lib/lazy/lazy-part.tsx';
import { byCursor } from '../../../lib/paging/by-cursor.ts';
import { QueryFailure } from '../../../lib/paging/load-failure.tsx';
import { mergePages } from '../../../lib/paging/merge-pages.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { collectionsText as text, toCollectionName } from '../../../messages/stories/collections.ts';
import { isFolded } from '../../../lib/folded-stories.ts';
import { formatStories } from '../../../messages/stories/subjects.ts';
import { toAuthorName } from '../../../messages/stories.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useMutedWords } from '../../blocks/public.ts';
import { SignInToSee } from '../../collections/public.ts';
import { player, toStoryTrack } from '../../player/public.ts';
import { StoryPages } from '../list/story-pages.tsx';
import { copyText } from '../sharing/copy-text.ts';
import { hasSystemShare, shareWithSystem } from '../sharing/share-with-system.ts';
import { StorySkeletons } from '../story-skeleton.tsx';

const EditCollectionSheet = lazySheet(
  async () => (await import('../../collections/public.ts')).EditCollectionSheet,
);
const OrderSheet = lazySheet(async () => (await import('./order-sheet.tsx')).OrderSheet);

export function CollectionScreen({ id }: { readonly id: string }) {
  return (
    <Screen label={text.title} header={<BackHeader title={text.title} />}>
      <CollectionPage id={id} />
    </Screen>
  );
}

function CollectionPage({ id }: { readonly id: string }) {
  const session = useSession();
  const collection = trpc.collections.byId.useQuery({ id }, { refetchInterval: limits.refresh.intervalMs });
  const { data } = collection;
  const isGone = collection.isError && isNotFound(collection.error);
  const title = data && !isGone && data.isPublic ? data : null;
  usePageTitle(title && toCollectionTitle(toCollectionName(title), title.owner.username ?? ''));
  if (id === laterId && session.status === 'signed-out' && !session.unanswered) return <SignInToSee />;
  if (isGone) return <NotFoundState {...text.gone} />;
  if (collection.isPending) return <StorySkeletons label={text.loadingOne} count={2} />;
  if (data === undefined) return <QueryFailure title={text.errors.loadOne} query={collection} />;
  return <LoadedCollection collection={data} />;
}

/** A missing collection, a private one and an invalid address look the same to the viewer. */
function isNotFound(error: unknown): boolean {
  const code = getErrorCode(error);
  return code === 'COLLECTION_NOT_FOUND' || code === 'INVALID_INPUT';
}

function LoadedCollection({ collection }: { readonly collection: Collection }) {
  const { id, viewer } = collection;
  const stories = trpc.stories.byCollection.useInfiniteQuery({ id }, byCursor);
  const mutedWords = useMutedWords();
  const listed = mergePages(stories.data?.pages);
  const first = listed.find((story) => !isFolded(mutedWords, story));
  return (
    <>
      <CollectionHead collection={collection} />
      <div className="mt-4 mb-4 flex flex-wrap justify-center gap-2">
        {first && (
          <Button
            size="small"
            onClick={() => player.playFrom({ ...toStoryTrack(first), startsAll: true }, 0)}
          >
            <Play aria-hidden="true" />
            {text.play}
          </Button>
        )}
        {collection.isPublic && <ShareButton collection={collection} />}
        {viewer.canEdit && <OwnerButtons collection={collection} hasStories={listed.length > 0} />}
      </div>
      <StoryPages
        label={toCollectionName(collection)}
        query={stories}
        failureTitle={text.errors.stories}
        empty={
          <EmptyState title={text.empty.title} text={viewer.canEdit ? text.empty.own : text.empty.other} />
        }
      />
    </>
  );
}

function CollectionHead({ collection }: { readonly collection: Collection }) {
  const { name, owner, storiesCount, isPublic, viewer } = collection;
  const Icon = name === null ? Clock : ListMusic;
  return (
    <div className="mt-1.5 flex flex-col items-center gap-2 text-center">
      <span className="grid size-16 place-items-center rounded-pill bg-voice-soft text-voice-strong">
        <Icon aria-hidden="true" className="size-1/2" />
      </span>
      <h2
        dir="auto"
        className="max-w-full text-[1.75rem] leading-[1.08] font-[560] tracking-[-0.025em] wrap-anywhere"
      >
        {toCollectionName(collection)}
      </h2>
      {!viewer.canEdit && owner.username && (
        <Link
          to="/u/$username"
          params={{ username: owner.username }}
          className="touch font-[650] text-voice-strong"
        >
          {toAuthorName(owner)}
        </Link>
      )}
      <p className="num text-muted">
        {viewer.canEdit ? text.state(storiesCount, isPublic) : formatStories(storiesCount)}
      </p>
    </div>
  );
}

/** Hands the link to the system's share sheet, or copies it. */
function ShareButton({ collection }: { readonly collection: Collection }) {
  const title = toCollectionName(collection);
  const url = toCollectionUrl(location.origin, collection.id);
  const share = async () => {
    if (hasSystemShare() && (await shareWithSystem({ title, url }))) return;
    await copyText(url, { copied: text.copied, failed: text.copyFailed });
  };
  return (
    <Button size="small" variant="secondary" aria-label={text.shareIt} onClick={() => void share()}>
      <Share2 aria-hidden="true" />
      {text.share}
    </Button>
  );
}

interface OwnerButtonsProps {
  readonly collection: Collection;
  readonly hasStories: boolean;
}

function OwnerButtons({ collection, hasStories }: OwnerButtonsProps) {
  const [sheet, setSheet] = useState<'order' | 'edit' | null>(null);
  const navigate = useNavigate();
  const { collections } = trpc.useUtils();
  const { name } = collection;
  const close = () => setSheet(null);
  const leave = async () => {
    await navigate({ to: '/colecciones', replace: true });
    void collections.invalidate();
  };
  return (
    <>
      {/* Before the button: closing returns the focus to it, also if no story is left to be ordered. */}
      {sheet === 'order' && <OrderSheet id={collection.id} onClose={close} />}
      {(hasStories || sheet === 'order') && (
        <Button ref={keepFocus} size="small" variant="secondary" onClick={() => setSheet('order')}>
          <ArrowDownUp aria-hidden="true" />
          {text.order.open}
        </Button>
      )}
      {name !== null && (
        <Button size="small" variant="secondary" onClick={() => setSheet('edit')}>
          <Pencil aria-hidden="true" />
          {text.edit.open}
        </Button>
      )}
      {sheet === 'edit' && name !== null && (
        <EditCollectionSheet
          collection={{ ...collection, name }}
          onClose={close}
          onDeleted={() => void leave()}
        />
      )}
    </>
  );
}
