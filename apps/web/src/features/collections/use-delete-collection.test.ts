import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Refusal, runHook } from '../../lib/testing/run-hook.tsx';
import { collectionsText } from '../../messages/stories/collections.ts';
import { addToastViewport, getToast } from '../../ui/toasts/toast-store.ts';
import { useDeleteCollection } from './use-delete-collection.ts';

const viewport = Symbol('the screen');
let removeViewport: () => void;
beforeEach(() => void (removeViewport = addToastViewport(viewport)));
afterEach(() => removeViewport());

it.each([
  { what: 'it was deleted', refused: null, title: collectionsText.edit.deleted },
  {
    what: 'an earlier call had deleted it',
    refused: new Refusal('COLLECTION_NOT_FOUND'),
    title: collectionsText.edit.deleted,
  },
  { what: 'it was not', refused: new Refusal('INTERNAL'), title: collectionsText.errors.action },
])('an answer that comes after the user left moves them nowhere: $what', async ({ refused, title }) => {
  const leave = vi.fn<() => void>();
  const { result } = runHook(
    () => useDeleteCollection(leave),
    () => {
      if (refused) throw refused;
      return null;
    },
  );
  await result.mutateAsync({ id: 'collection' }).catch(() => undefined);
  expect(leave).not.toHaveBeenCalled();
  expect(getToast(viewport)).toMatchObject({ title });
});
