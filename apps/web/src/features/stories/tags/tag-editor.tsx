import { fixedTags, type TagRefusal } from '@relato/contract/stories/rules';
import { Plus } from 'lucide-react';
import { useId, useState, useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { errorText } from '../../../messages/errors.ts';
import { recorderReviewText } from '../../../messages/recordings/review.ts';
import { storiesText } from '../../../messages/stories.ts';
import { Chip } from '../../../ui/chip.tsx';
import { FieldMessage } from '../../../ui/fields/field.tsx';
import { checkNewTag, hasTag, toggleTag, toTag } from './tag-rules.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { pressElsewhere } from './press-elsewhere.ts';

interface TagEditorProps {
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
  /** A tag that is offered before the fixed ones. */
  readonly suggested?: string | undefined;
}

/** The fixed tags as toggles, and the user's own tags. The button that saves them carries `data-saves`: see `pressElsewhere`. */
export function TagEditor({ tags, onChange, suggested }: TagEditorProps) {
  const messageId = useId();
  // A removed own tag stays as a chip, so that the focus stays too and the press can be undone.
  const [ownTags, setOwnTags] = useState<readonly string[]>([]);
  const [isAdding, setAdding] = useState(false);
  const [refusal, setRefusal] = useState<TagRefusal | null>(null);
  const offered = [...(suggested === undefined ? [] : [suggested]), ...fixedTags, ...ownTags];
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
            {recorderReviewText.addTag}
          </Chip>
        )}
      </div>
      <FieldMessage id={messageId} error={refusal ? errorText[refusal] : undefined} />
      {isAdding && <NewTagField onAdd={add} />}
    </fieldset>
  );
}

interface NewTagFieldProps {
  /** Returns why the tag was refused; null if it was added. */
  readonly onAdd: (text: string) => TagRefusal | null;
}

/** The field for a new tag. A press of a button or a link elsewhere adds the typed text. */
function NewTagField({ onAdd }: NewTagFieldProps) {
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<TagRefusal | null>(null);
  const row = useRef<HTMLDivElement>(null);
  const add = () => {
    const refused = onAdd(text);
    setRefusal(refused);
    if (refused === null) setText('');
    return refused;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // The field may stand inside a form, which Enter would submit.
    event.preventDefault();
    add();
  };
  const leave = useEffectEvent((event: MouseEvent) => {
    const field = row.current?.querySelector('input') ?? null;
    pressElsewhere(event, { field, text, add: () => flushSync(add) });
  });
  useEffect(() => {
    // Before the button's own handler, so that a press on "Guardar" saves the tag, too.
    const listen = (event: MouseEvent) => leave(event);
    document.addEventListener('click', listen, { capture: true });
    return () => document.removeEventListener('click', listen, { capture: true });
  }, []);
  return (
    <div ref={row} className="mt-3 flex items-start gap-2">
      <TextField
        label={recorderReviewText.newTag}
        error={refusal ? errorText[refusal] : undefined}
        className="min-w-0 flex-1"
        dir="auto"
        value={text}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the user pressed "Agregar"
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="done"
        onChange={(event) => {
          setText(event.target.value);
          setRefusal(null);
        }}
        onKeyDown={onKeyDown}
      />
      <Button variant="secondary" className="w-auto! shrink-0" onClick={add}>
        {recorderReviewText.addTag}
      </Button>
    </div>
  );
}
