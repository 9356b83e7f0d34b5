import { checkCollectionName } from '@relato/contract/collections/rules';
import type { Collection } from '@relato/contract/collections/types';
import { toStoredText } from '@relato/contract/text/rules';
import { Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { toErrorText } from '../../lib/errors/error-text.ts';
import { ModalSheet } from '../../lib/layout/modal-sheet.tsx';
import { errorText } from '../../messages/errors.ts';
import { shellText } from '../../messages/shell.ts';
import { collectionsText } from '../../messages/stories/collections.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { showCollectionError } from './use-collect.ts';
import { useDeleteCollection } from './use-delete-collection.ts';
import { useIsThere } from '../../lib/layout/use-is-there.ts';

const text = collectionsText.edit;

interface EditCollectionSheetProps {
  readonly collection: Collection & { readonly name: string };
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

export function EditCollectionSheet({ collection, onClose, onDeleted }: EditCollectionSheetProps) {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <ModalSheet title={isDeleting ? text.delete : text.title} onClose={onClose}>
      {isDeleting ? (
        <Deletion collection={collection} onCancel={() => setDeleting(false)} onDeleted={onDeleted} />
      ) : (
        <>
          <EditForm collection={collection} onClose={onClose} />
          <Button variant="danger" className="mt-3" onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden="true" />
            {text.delete}
          </Button>
        </>
      )}
    </ModalSheet>
  );
}

function EditForm({ collection, onClose }: Omit<EditCollectionSheetProps, 'onDeleted'>) {
  const { id } = collection;
  const { collections } = trpc.useUtils();
  // Null until the user touches them, so that a form that is no longer up to date undoes no change made elsewhere.
  const [name, setName] = useState<string | null>(null);
  const [isPublic, setPublic] = useState<boolean | null>(null);
  const [error, setError] = useState<string>();
  const isThere = useIsThere();
  const update = trpc.collections.update.useMutation({
    onSuccess: async () => {
      await collections.invalidate();
      showToast({ title: text.saved });
      if (isThere()) onClose();
    },
    onError: (refused) => (isThere() ? setError(toErrorText(refused)) : showCollectionError(refused)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending) return;
    const code = name === null ? null : checkCollectionName(name);
    setError(code === null ? undefined : errorText[code]);
    if (code === null)
      update.mutate({
        id,
        ...(name !== null && { name: toStoredText(name) }),
        ...(isPublic !== null && { isPublic }),
      });
  };
  return (
    <form noValidate className="mt-4" onSubmit={submit}>
      <TextField
        label={text.name}
        error={error}
        dir="auto"
        value={name ?? collection.name}
        autoComplete="off"
        // Success closes the sheet, and would discard later input.
        readOnly={update.isPending}
        onChange={({ target }) => {
          setName(target.value);
          setError(undefined);
        }}
      />
      <div className="my-4">
        <Switch
          label={text.isPublic}
          hint={text.isPublicHint}
          checked={isPublic ?? collection.isPublic}
          onChange={setPublic}
        />
      </div>
      <Button type="submit" data-saves busy={update.isPending}>
        {text.submit}
      </Button>
    </form>
  );
}

interface DeletionProps extends Pick<EditCollectionSheetProps, 'collection' | 'onDeleted'> {
  readonly onCancel: () => void;
}

function Deletion({ collection, onCancel, onDeleted }: DeletionProps) {
  const remove = useDeleteCollection(onDeleted);
  return (
    <>
      <p className="mt-1.5 mb-5 wrap-anywhere text-muted">{text.deletion(collection.name)}</p>
      <div className="button-row">
        <Button variant="secondary" onClick={onCancel}>
          {shellText.cancel}
        </Button>
        <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate({ id: collection.id })}>
          <Trash2 aria-hidden="true" />
          {text.delete}
        </Button>
      </div>
    </>
  );
}
