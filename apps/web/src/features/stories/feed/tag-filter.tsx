import { fixedTags } from '@relato/contract/stories/rules';
import { useState } from 'react';
import { storiesText } from '../../../messages/stories.ts';
import { Chip } from '../../../ui/chip.tsx';
import { hasTag, isSameTag } from '../tags/tag-rules.ts';

interface TagFilterProps {
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}

/** Filters by stories with at least one of the pressed tags. */
export function TagFilter({ tags, onChange }: TagFilterProps) {
  // Pressed tags come first on arrival, so that they are visible; afterwards nothing moves.
  const [order] = useState(() => [...tags, ...fixedTags.filter((tag) => !hasTag(tags, tag))]);
  const others = tags.filter((tag) => !hasTag(order, tag));
  const toggle = (tag: string) =>
    onChange(hasTag(tags, tag) ? tags.filter((each) => !isSameTag(each, tag)) : [...tags, tag]);
  return (
    <>
      <fieldset
        aria-label={storiesText.tags}
        className="-mx-5 my-2 flex gap-2 overflow-x-auto px-5 py-1 [scrollbar-width:none] sm:flex-wrap"
      >
        {[...others, ...order].map((tag) => (
          <Chip key={tag} pressed={hasTag(tags, tag)} onClick={() => toggle(tag)}>
            {tag}
          </Chip>
        ))}
      </fieldset>
      {tags.length > 0 && (
        <p className="mb-2.5 text-sm text-muted">
          {storiesText.filteringBy} <b className="text-ink">{tags.join(', ')}</b>
        </p>
      )}
    </>
  );
}
