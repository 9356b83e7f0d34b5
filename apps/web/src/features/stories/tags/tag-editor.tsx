import { fixedTags, type TagRefusal } from '@relato/contract/stories/rules';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { errorText } from '../../../messages/errors.ts';
import { storiesText } from '../../../messages/stories.ts';
import { Chip } from '../../../ui/chip.tsx';
import { FieldMessage } from '../../../ui/fields/field-message.tsx';
import { NewTagField } from './new-tag-field.tsx';
import { checkNewTag, hasTag, toggleTag, toTag } from './tag-rules.ts';

interface TagEditorProps {
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}

/** The fixed tags as toggles, and the user's own tags. The button that saves them carries `data-saves`: see `pressElsewhere`. */
export function TagEditor({ tags, onChange }: TagEditorProps) {
  const messageId = useId();
  // A removed own tag stays as a chip, so that the focus stays too and the press can be undone.
  const [ownTags, setOwnTags] = useState<readonly string[]>([]);
  const [isAdding, setAdding] = useState(false);
  const [refusal, setRefusal] = useState<TagRefusal | null>(null);
  const offered = [...fixedTags, ...ownTags];
  const shown = [...offered, ...tags.filter((tag) => !hasTag(offered, tag))];

  const toggle = (tag: string) => {
    const changed = toggleTag(tags, tag);
    setRefusal(changed === null ? checkNewTag(tags, tag) : null);
    if (changed === null) return;
    if (!hasTag(offered, tag)) setOwnTags([...ownTags, tag]);
    onChange(changed);
  };
  const add = (text: string): TagRefusal | null => {
    const refused = checkNewTag(tags, text);
    if (refused === null) toggle(toTag(text));
    return refused;
  };

  return (
    <fieldset
      aria-label={storiesText.tags}
      aria-describedby={refusal ? messageId : undefined}
      className="min-w-0"
    >
      <div className="flex flex-wrap gap-x-[7px] gap-y-2">
        {shown.map((tag) => (
          <Chip key={tag} pressed={hasTag(tags, tag)} className="max-w-full" onClick={() => toggle(tag)}>
            <bdi className="truncate">{tag}</bdi>
          </Chip>
        ))}
        {!isAdding && (
          <Chip pressed={false} aria-expanded={false} onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" className="size-3.5" />
            {storiesText.addTag}
          </Chip>
        )}
      </div>
      <div aria-live="polite">
        <FieldMessage id={messageId} error={refusal ? errorText[refusal] : undefined} />
      </div>
      {isAdding && <NewTagField onAdd={add} />}
    </fieldset>
  );
}
