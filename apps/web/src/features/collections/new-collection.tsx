import { checkCollectionName } from '@relato/contract/collections/rules';
import { toStoredText } from '@relato/contract/text/rules';
import { useState, type FormEvent } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { toErrorText } from '../../lib/errors/error-text.ts';
import { errorText } from '../../messages/errors.ts';
import { collectionsText as text } from '../../messages/stories/collections.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { withoutSent } from '../../lib/without-sent.ts';
import { oneAfterTheOther, useCollectionsRefresh } from './use-collect.ts';

interface NewCollectionProps {
  readonly onCreated: (collection: { readonly id: string; readonly name: string }) => void;
}

/** The field for a new collection. What was typed stays until it is created. */
export function NewCollection({ onCreated }: NewCollectionProps) {
  const refresh = useCollectionsRefresh();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const create = trpc.collections.create.useMutation({
    ...oneAfterTheOther,
    onSuccess: (id, created) => {
      setName((typed) => withoutSent(typed, created.name));
      onCreated({ id, name: created.name });
    },
    onError: (refused) => setError(toErrorText(refused)),
    onSettled: () => refresh(false),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    const code = checkCollectionName(name);
    setError(code === null ? undefined : errorText[code]);
    if (code === null) create.mutate({ name: toStoredText(name) });
  };
  return (
    <form noValidate className="mt-4 flex items-start gap-2" onSubmit={submit}>
      <TextField
        label={text.newName}
        error={error}
        className="min-w-0 flex-1"
        dir="auto"
        value={name}
        autoComplete="off"
        onChange={({ target }) => {
          setName(target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="secondary" className="w-auto! shrink-0" busy={create.isPending}>
        {text.create}
      </Button>
    </form>
  );
}
