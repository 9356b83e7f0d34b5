import type { StorySummary } from '@relato/contract/stories/types';
import { Globe, Lock, Pencil, Tag as TagIcon, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { lazySheet } from '../../lib/lazy/lazy-part.tsx';
import { storiesText } from '../../messages/stories.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { AnonymousCommentsSwitch } from './anonymous-comments-switch.tsx';
import { DeleteStorySheet } from './delete-story-sheet.tsx';
import { EditTagsSheet } from './edit-tags-sheet.tsx';
import { usePublishing } from './use-publishing.ts';

const EditStorySheet = lazySheet(async () => (await import('./edit-story-sheet.tsx')).EditStorySheet);

/** What an owner can do with a story. */
export function OwnStoryActions({ story }: { readonly story: StorySummary }) {
  const [sheet, setSheet] = useState<'text' | 'tags' | 'delete' | null>(null);
  const publishing = usePublishing(story);
  const close = () => setSheet(null);
  return (
    <div className="mt-1 border-t border-line/60 pt-2 text-muted">
      <AnonymousCommentsSwitch story={story} />
      <div className="mt-1 flex flex-wrap items-center gap-1">
        <Button
          size="small"
          variant={story.published ? 'secondary' : 'primary'}
          className="mr-auto"
          busy={publishing.isPending}
          onClick={publishing.toggle}
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
      {sheet === 'text' && <EditStorySheet story={story} onClose={close} />}
      {sheet === 'tags' && <EditTagsSheet story={story} onClose={close} />}
      {sheet === 'delete' && <DeleteStorySheet story={story} onClose={close} />}
    </div>
  );
}
