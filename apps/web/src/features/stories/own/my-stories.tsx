import type { StorySummary } from '@relato/contract/stories/types';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronRight, Globe, Lock, Pencil, Tag as TagIcon, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { patchStory, refetchStoriesInFlight } from '../../../lib/calls/patch-story.ts';
import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode, isTransientError } from '../../../lib/errors/error-data.ts';
import { lazyOptional, lazySheet } from '../../../lib/lazy/lazy-part.tsx';
import { commentersText } from '../../../messages/stories/commenters.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { EditTagsSheet } from './edit-tags-sheet.tsx';
import { useDeleteStory } from './use-delete-story.ts';
import { useOwnStoryError } from './use-own-story-error.ts';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { shellText } from '../../../messages/shell.ts';
import { player, stopHearing } from '../../player/public.ts';
import { ownStoriesText } from '../../../messages/stories/own.ts';
import { mergePages } from '../../../lib/paging/merge-pages.ts';
import { RecordInvitation } from '../record-invitation.tsx';
import { StoryPages } from '../list/story-pages.tsx';
import { toTranscriptRefreshMs } from '../transcript-refresh.ts';
import { byCursor } from '../../../lib/paging/by-cursor.ts';

const EditStorySheet = lazySheet(async () => (await import('./edit-story-sheet.tsx')).EditStorySheet);

const AnswerSharing = lazyOptional(async () => (await import('./answer-sharing.tsx')).AnswerSharing);

const OwnThread = lazyOptional(
  async () => (await import('../threads/own-parts.tsx')).OwnThread,
  () => <div className="h-11" />,
);

const TranscribeAgainSheet = lazySheet(
  async () => (await import('./transcribe-again-sheet.tsx')).TranscribeAgainSheet,
);

const CommentersSheet = lazySheet(async () => (await import('./commenters-sheet.tsx')).CommentersSheet);

const VoicesSheet = lazySheet(async () => (await import('./voices-sheet.tsx')).VoicesSheet);

const { waiting } = ownStoriesText;

type Sheet = 'commenters' | 'voices' | 'text' | 'again' | 'tags' | 'unpublish' | 'delete';

function OwnStoryActions({ story }: { readonly story: StorySummary }) {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const actions = useRef<HTMLDivElement>(null);
  const publish = usePublish(
    () => {
      // A late answer may arrive after the screen was left, or while another sheet is open.
      const canAsk = actions.current !== null && !document.querySelector('dialog[open]');
      if (canAsk) setSheet((open) => open ?? 'voices');
      return canAsk;
    },
    () => setSheet((open) => (open === 'voices' ? null : open)),
  );
  // Publishing a reply would detach it from its story, so the button asks for that by name.
  const { origin } = story;
  const isInThread = origin?.kind === 'reply' && (origin.story !== null || origin.isAway);
  const isPublicOrWaits = story.published || story.isWaiting;
  const withdraw = useUnpublish(ownStoriesText.waiting.withdrawn);
  /** Closes only its own sheet, because the answer may arrive late. */
  const closing = (own: Sheet) => () => setSheet((open) => (open === own ? null : open));
  return (
    <div ref={actions} className="mt-1 border-t border-line/60 pt-2 text-muted">
      <button
        type="button"
        className="flex min-h-11 w-full cursor-pointer items-center justify-between gap-3 text-left text-sm"
        onClick={() => setSheet('commenters')}
      >
        {commentersText.title}
        <span className="flex items-center gap-1 text-right font-[650] text-ink">
          {commentersText.choices[story.commenters]}
          <ChevronRight aria-hidden="true" className="size-4 shrink-0" />
        </span>
      </button>
      <ClipsSwitch story={story} />
      <OwnThread story={story} />
      {story.question && !isPublicOrWaits && <AnswerSharing story={story} question={story.question} />}
      <div className="mt-1 flex flex-wrap items-center justify-end gap-1">
        {!isInThread && (
          <Button
            size="small"
            variant={isPublicOrWaits ? 'secondary' : 'primary'}
            className="mr-auto"
            busy={publish.isPending || withdraw.isPending}
            onClick={() => {
              if (story.published) setSheet('unpublish');
              else (story.isWaiting ? withdraw : publish).mutate({ id: story.id });
            }}
          >
            {isPublicOrWaits ? <Lock aria-hidden="true" /> : <Globe aria-hidden="true" />}
            {story.published
              ? ownStoriesText.unpublish
              : story.isWaiting
                ? waiting.withdraw
                : ownStoriesText.publish}
          </Button>
        )}
        <IconButton label={ownStoriesText.edit} icon={<Pencil />} onClick={() => setSheet('text')} />
        <IconButton label={ownStoriesText.editTags} icon={<TagIcon />} onClick={() => setSheet('tags')} />
        <IconButton
          label={ownStoriesText.delete}
          className="-mr-1.5"
          icon={<Trash2 />}
          onClick={() => setSheet('delete')}
        />
      </div>
      {sheet === 'commenters' && <CommentersSheet story={story} onClose={closing('commenters')} />}
      {sheet === 'voices' && (
        <VoicesSheet
          busy={publish.isPending}
          onAgree={() => publish.mutate({ id: story.id, voicesAgreed: true })}
          onClose={closing('voices')}
        />
      )}
      {sheet === 'text' && (
        <EditStorySheet story={story} onTranscribeAgain={() => setSheet('again')} onClose={closing('text')} />
      )}
      {sheet === 'again' && <TranscribeAgainSheet story={story} onClose={closing('again')} />}
      {sheet === 'tags' && <EditTagsSheet story={story} onClose={closing('tags')} />}
      {sheet === 'unpublish' && <UnpublishStorySheet story={story} onClose={closing('unpublish')} />}
      {sheet === 'delete' && <DeleteStorySheet story={story} onClose={closing('delete')} />}
    </div>
  );
}

/** The switch that allows videos of the viewer's story. */
function ClipsSwitch({ story }: { readonly story: StorySummary }) {
  const showError = useOwnStoryError();
  const queryClient = useQueryClient();
  const { stories } = trpc.useUtils();
  const show = (clips: boolean) => patchStory(queryClient, story.id, () => ({ clips }));
  const save = trpc.stories.setClips.useMutation({
    onMutate: ({ clips }) => show(clips),
    onSuccess: (_answer, { clips }) => {
      // A list that was requested before may have arrived since.
      show(clips);
      return refetchStoriesInFlight(queryClient);
    },
    onError: (error, { clips }) => {
      show(!clips);
      showError(ownStoriesText.clipsError, error);
      // The answer may be lost, and the change made.
      if (isTransientError(error)) void stories.invalidate();
    },
  });
  return (
    <Switch
      label={ownStoriesText.allowClips}
      checked={story.clips}
      busy={save.isPending}
      onChange={(clips) => save.mutate({ id: story.id, clips })}
    />
  );
}

/** Publishes a private story. At a first publication, `ask` returns whether the question for consent is shown. */
function usePublish(ask: () => boolean, onPublished: () => void) {
  const utils = trpc.useUtils();
  const showError = useOwnStoryError();
  return trpc.stories.publish.useMutation({
    onSuccess: ({ isWaiting, isHidden }) => {
      const { publishedNotice, whileHidden } = ownStoriesText;
      showToast(isWaiting ? waiting.notice : isHidden ? whileHidden.published : publishedNotice);
      onPublished();
      return Promise.all([utils.stories.invalidate(), utils.profiles.invalidate()]);
    },
    onError: (error) => {
      if (getErrorCode(error) !== 'VOICES_NOT_AGREED' || !ask())
        showError(ownStoriesText.errors.publish, error);
    },
  });
}

/** Makes a story private, also one that waits for a moderator. Pending until the lists show it. */
function useUnpublish(notice: Parameters<typeof showToast>[0], onDone?: () => void) {
  const utils = trpc.useUtils();
  const showError = useOwnStoryError();
  return trpc.stories.unpublish.useMutation({
    // A server of the previous release answers nothing.
    onSuccess: (answer?: { readonly isHidden?: true }) => {
      showToast(answer?.isHidden ? ownStoriesText.whileHidden.unpublished : notice);
      onDone?.();
      return Promise.all([utils.stories.invalidate(), utils.profiles.invalidate()]);
    },
    onError: (error) => showError(ownStoriesText.errors.unpublish, error),
  });
}

interface DeleteStorySheetProps {
  readonly story: StorySummary;
  readonly onClose: () => void;
}

function DeleteStorySheet({ story, onClose }: DeleteStorySheetProps) {
  const remove = useDeleteStory(() => {
    player.forget(story.id);
    stopHearing(({ id }) => id === story.id);
    onClose();
  });
  return (
    <ModalSheet title={ownStoriesText.deletion.title} onClose={onClose}>
      <p className="mt-1.5 mb-5 text-muted">{ownStoriesText.deletion.text(story.title)}</p>
      <div className="button-row">
        <Button variant="secondary" onClick={onClose}>
          {shellText.cancel}
        </Button>
        <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate({ id: story.id })}>
          <Trash2 aria-hidden="true" />
          {ownStoriesText.delete}
        </Button>
      </div>
    </ModalSheet>
  );
}

interface UnpublishStorySheetProps {
  readonly story: StorySummary;
  readonly onClose: () => void;
}

/** Warns before unpublishing about consequences that cannot be undone. */
function UnpublishStorySheet({ story, onClose }: UnpublishStorySheetProps) {
  const unpublish = useUnpublish(ownStoriesText.unpublishedNotice, onClose);
  const { title, text, hiddenText, kept } = ownStoriesText.unpublishing;
  return (
    <ModalSheet title={title} onClose={onClose}>
      <p className="mt-1.5 text-muted">{(story.hidden ? hiddenText : text)(story.title)}</p>
      <p className="mt-2 mb-5 text-muted">{kept}</p>
      <div className="button-row">
        <Button variant="secondary" onClick={onClose}>
          {shellText.cancel}
        </Button>
        <Button busy={unpublish.isPending} onClick={() => unpublish.mutate({ id: story.id })}>
          <Lock aria-hidden="true" />
          {ownStoriesText.unpublish}
        </Button>
      </div>
    </ModalSheet>
  );
}

export function MyStories() {
  const mine = trpc.stories.mine.useInfiniteQuery(
    {},
    {
      ...byCursor,
      refetchInterval: ({ state }) => toTranscriptRefreshMs(mergePages(state.data?.pages)) ?? false,
    },
  );
  return (
    <StoryPages
      label={ownStoriesText.mine}
      query={mine}
      failureTitle={ownStoriesText.errors.loadMine}
      empty={<RecordInvitation {...ownStoriesText.none} />}
      mode="own"
      Actions={OwnStoryActions}
    />
  );
}
