import type { TagRefusal } from '@relato/contract/stories/rules';
import { useState, type KeyboardEvent } from 'react';
import { errorText } from '../../../messages/errors.ts';
import { storiesText } from '../../../messages/stories.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';

interface NewTagFieldProps {
  /** Returns why the tag was refused; null if it was added. */
  readonly onAdd: (text: string) => TagRefusal | null;
}

export function NewTagField({ onAdd }: NewTagFieldProps) {
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<TagRefusal | null>(null);
  const add = () => {
    const refused = onAdd(text);
    setRefusal(refused);
    if (refused === null) setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // The field may stand inside a form, which Enter would submit.
    event.preventDefault();
    add();
  };
  return (
    <div className="mt-3 flex items-start gap-2">
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
