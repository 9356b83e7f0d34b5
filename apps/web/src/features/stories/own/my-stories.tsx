import type { StorySummary } from '@relato/contract/stories/types';
import { useQueryClient } from '@tanstack/react-query';
import { Globe, Lock, Pencil, Tag as TagIcon, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { patchStory, refetchStoriesInFlight } from '../../../lib/calls/patch-story.ts';
import { trpc } from '../../../lib/calls/trpc.ts';
import { isTransientError } from '../../../lib/errors/error-data.ts';
import { lazySheet } from '../../../lib/lazy/lazy-part.tsx';
import { commentsText } from '../../../messages/comments.ts';
import { storiesText } from '../../../messages/stories.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { showCommentError } from '../../comments/public.ts';
import { useOwnStoryError } from './use-own-story-error.ts';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { shellText } from '../../../messages/shell.ts';
import { player } from '../../player/public.ts';
import { ownStoriesText } from '../../../messages/stories/own.ts';
import { TagEditor } from '../tags/tag-editor.tsx';
import { mergePages } from '../../../lib/paging/merge-pages.ts';
import { RecordInvitation } from '../record-invitation.tsx';
import { StoryPages } from '../list/story-pages.tsx';
import { toTranscriptRefreshMs } from '../transcript-refresh.ts';
import { byCursor } from '../../../lib/paging/by-cursor.ts';

const EditStorySheet = lazySheet(async () => (await import('./edit-story-sheet.tsx')).EditStorySheet);

const TranscribeAgainSheet = lazySheet(
  async () => (await import('./transcribe-again-sheet.tsx')).TranscribeAgainSheet,
);

type Sheet = 'text' | 'again' | 'tags' | 'unpublish' | 'delete';

function OwnStoryActions({ story }: { readonly story: StorySummary }) {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const publish = usePublish();
  /** A late answer of one sheet closes no other. */
  const closing = (own: Sheet) => () => setSheet((open) => (open === own ? null : open));
  return (
    <div className="mt-1 border-t border-line/60 pt-2 text-muted">
      <AnonymousCommentsSwitch story={story} />
      <ClipsSwitch story={story} />
      <div className="mt-1 flex flex-wrap items-center gap-1">
        <Button
          size="small"
          variant={story.published ? 'secondary' : 'primary'}
          className="mr-auto"
          busy={publish.isPending}
          onClick={() => (story.published ? setSheet('unpublish') : publish.mutate({ id: story.id }))}
        >
          {story.published ? <Lock aria-hidden="true" /> : <Globe aria-hidden="true" />}
          {story.published ? storiesText.unpublish : storiesText.publish}
        </Button>
        <IconButton label={storiesText.edit} icon={<Pencil />} onClick={() => setSheet('text')} />
        <IconButton label={storiesText.editTags} icon={<TagIcon />} onClick={() => setSheet('tags')} />
        <IconButton
          label={storiesText.delete}
          className="-mr-1.5"
          icon={<Trash2 />}
          onClick={() => setSheet('delete')}
        />
      </div>
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

type SwitchName = 'anonymousComments' | 'clips';

/** Returns the options of the call that a switch of an own story makes: it shows at once, and reverts if saving fails. */
function useSwitchOptions<Name extends SwitchName>(
  story: StorySummary,
  name: Name,
  onFailure: (error: unknown) => void,
) {
  const queryClient = useQueryClient();
  const { stories } = trpc.useUtils();
  const show = (value: boolean) => patchStory(queryClient, story.id, () => ({ [name]: value }));
  return {
    onMutate: (change: Readonly<Record<Name, boolean>>) => show(change[name]),
    onSuccess: (_answer: unknown, change: Readonly<Record<Name, boolean>>) => {
      // A list that was asked for before may have arrived since.
      show(change[name]);
      return refetchStoriesInFlight(queryClient);
    },
    onError: (error: unknown, change: Readonly<Record<Name, boolean>>) => {
      show(!change[name]);
      onFailure(error);
      // The answer may be lost, and the change made.
      if (isTransientError(error)) void stories.invalidate();
    },
  };
}

/** The switch for visitors' comments on an own story. */
function AnonymousCommentsSwitch({ story }: { readonly story: StorySummary }) {
  const save = trpc.stories.setAnonymousComments.useMutation(
    useSwitchOptions(story, 'anonymousComments', () => showCommentError(commentsText.errors.allowAnonymous)),
  );
  return (
    <Switch
      label={commentsText.allowAnonymous}
      checked={story.anonymousComments}
      busy={save.isPending}
      onChange={(anonymousComments) => save.mutate({ id: story.id, anonymousComments })}
    />
  );
}

/** The switch for videos of parts of an own story. */
function ClipsSwitch({ story }: { readonly story: StorySummary }) {
  const showError = useOwnStoryError();
  const save = trpc.stories.setClips.useMutation(
    useSwitchOptions(story, 'clips', (error) => showError(ownStoriesText.clipsError, error)),
  );
  return (
    <Switch
      label={ownStoriesText.allowClips}
      checked={story.clips}
      busy={save.isPending}
      onChange={(clips) => save.mutate({ id: story.id, clips })}
    />
  );
}

/** Publishes a private story. Pending until the lists show it. */
function usePublish() {
  const utils = trpc.useUtils();
  const showError = useOwnStoryError();
  return trpc.stories.publish.useMutation({
    onSuccess: () => {
      showToast(storiesText.publishedNotice);
      return Promise.all([utils.stories.invalidate(), utils.profiles.invalidate()]);
    },
    onError: (error) => showError(storiesText.errors.publish, error),
  });
}

interface DeleteStorySheetProps {
  readonly story: StorySummary;
  readonly onClose: () => void;
}

function DeleteStorySheet({ story, onClose }: DeleteStorySheetProps) {
  const utils = trpc.useUtils();
  const showError = useOwnStoryError();
  const remove = trpc.stories.delete.useMutation({
    onSuccess: () => {
      player.forget(story.id);
      showToast({ title: storiesText.deleted });
      onClose();
      return Promise.all([utils.stories.invalidate(), utils.profiles.invalidate()]);
    },
    onError: (error) => showError(storiesText.errors.delete, error),
  });
  return (
    <ModalSheet title={storiesText.deletion.title} onClose={onClose}>
      <p className="mt-1.5 mb-5 text-muted">{storiesText.deletion.text(story.title)}</p>
      <div className="button-row">
        <Button variant="secondary" onClick={onClose}>
          {shellText.cancel}
        </Button>
        <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate({ id: story.id })}>
          <Trash2 aria-hidden="true" />
          {storiesText.delete}
        </Button>
      </div>
    </ModalSheet>
  );
}

interface UnpublishStorySheetProps {
  readonly story: StorySummary;
  readonly onClose: () => void;
}

/** Says before unpublishing what cannot be called back. */
function UnpublishStorySheet({ story, onClose }: UnpublishStorySheetProps) {
  const utils = trpc.useUtils();
  const showError = useOwnStoryError();
  const unpublish = trpc.stories.unpublish.useMutation({
    onSuccess: () => {
      showToast(storiesText.unpublishedNotice);
      onClose();
      return Promise.all([utils.stories.invalidate(), utils.profiles.invalidate()]);
    },
    onError: (error) => showError(storiesText.errors.unpublish, error),
  });
  const { title, text, kept } = ownStoriesText.unpublishing;
  return (
    <ModalSheet title={title} onClose={onClose}>
      <p className="mt-1.5 text-muted">{text(story.title)}</p>
      <p className="mt-2 mb-5 text-muted">{kept}</p>
      <div className="button-row">
        <Button variant="secondary" onClick={onClose}>
          {shellText.cancel}
        </Button>
        <Button busy={unpublish.isPending} onClick={() => unpublish.mutate({ id: story.id })}>
          <Lock aria-hidden="true" />
          {storiesText.unpublish}
        </Button>
      </div>
    </ModalSheet>
  );
}

function EditTagsSheet({ story, onClose }: { readonly story: StorySummary; readonly onClose: () => void }) {
  const [tags, setTags] = useState(story.tags);
  const utils = trpc.useUtils();
  const showError = useOwnStoryError();
  const save = trpc.stories.updateTags.useMutation({
    onSuccess: () => {
      showToast({ title: storiesText.tagsSaved });
      onClose();
      return utils.stories.invalidate();
    },
    onError: (error) => showError(storiesText.errors.tags, error),
  });
  return (
    <ModalSheet title={storiesText.editTags} onClose={onClose}>
      <p className="mt-1.5 mb-4 text-muted">{story.title}</p>
      {/* A choice that is made while the one before is saved would be lost. */}
      <div inert={save.isPending}>
        <TagEditor tags={tags} onChange={setTags} />
      </div>
      <Button
        data-saves
        className="mt-5"
        busy={save.isPending}
        onClick={() => save.mutate({ id: story.id, tags: [...tags] })}
      >
        {storiesText.saveTags}
      </Button>
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
      label={storiesText.mine}
      query={mine}
      failureTitle={storiesText.errors.loadMine}
      empty={<RecordInvitation {...storiesText.empty.own} />}
      mode="own"
      Actions={OwnStoryActions}
    />
  );
}
