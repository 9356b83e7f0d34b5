import type { StorySummary } from '@relato/contract/stories/types';
import { useState } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { useIsThere } from '../../../lib/layout/use-is-there.ts';
import { ownStoriesText } from '../../../messages/stories/own.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { TagEditor } from '../tags/tag-editor.tsx';
import { useOwnStoryError } from './use-own-story-error.ts';

interface EditTagsSheetProps {
  readonly story: StorySummary;
  readonly onClose: () => void;
}

export function EditTagsSheet({ story, onClose }: EditTagsSheetProps) {
  const [tags, setTags] = useState(story.tags);
  const utils = trpc.useUtils();
  const showError = useOwnStoryError();
  const isThere = useIsThere();
  const save = trpc.stories.updateTags.useMutation({
    onSuccess: () => {
      showToast({ title: ownStoriesText.tagsSaved });
      if (isThere()) onClose();
      return utils.stories.invalidate();
    },
    onError: (error) => showError(ownStoriesText.errors.tags, error),
  });
  return (
    <ModalSheet title={ownStoriesText.editTags} onClose={onClose}>
      <p className="mt-1.5 mb-4 text-muted">{story.title}</p>
      {/* A choice that is made while the previous one is being saved would be lost. */}
      <div inert={save.isPending}>
        <TagEditor tags={tags} onChange={setTags} />
      </div>
      <Button
        data-saves
        className="mt-5"
        busy={save.isPending}
        onClick={() => save.mutate({ id: story.id, tags: [...tags] })}
      >
        {ownStoriesText.saveTags}
      </Button>
    </ModalSheet>
  );
}
