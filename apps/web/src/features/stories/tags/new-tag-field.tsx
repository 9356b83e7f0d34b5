import type { TagRefusal } from '@relato/contract/stories/rules';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { errorText } from '../../../messages/errors.ts';
import { storiesText } from '../../../messages/stories.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { pressElsewhere } from './press-elsewhere.ts';

interface NewTagFieldProps {
  /** Returns why the tag was refused; null if it was added. */
  readonly onAdd: (text: string) => TagRefusal | null;
}

/** The field for an own tag. A press of a button or a link elsewhere adds what was typed. */
export function NewTagField({ onAdd }: NewTagFieldProps) {
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
        label={storiesText.newTag}
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
        {storiesText.addTag}
      </Button>
    </div>
  );
}
