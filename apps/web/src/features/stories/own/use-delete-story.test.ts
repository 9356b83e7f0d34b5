import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Refusal, runHook } from '../../../lib/testing/run-hook.tsx';
import { ownStoriesText } from '../../../messages/stories/own.ts';
import { addToastViewport, getToast } from '../../../ui/toasts/toast-store.ts';
import { useDeleteStory } from './use-delete-story.ts';

const viewport = Symbol('the screen');
let removeViewport: () => void;
beforeEach(() => void (removeViewport = addToastViewport(viewport)));
afterEach(() => removeViewport());

const done = { title: ownStoriesText.deleted };

it.each([
  { what: 'it was deleted', refused: null, toast: done, calls: 1 },
  { what: 'an earlier call had deleted it', refused: new Refusal('STORY_NOT_FOUND'), toast: done, calls: 1 },
  {
    what: 'it was not',
    refused: new Refusal('INTERNAL'),
    toast: { text: ownStoriesText.errors.delete },
    calls: 0,
  },
])('the answer says how deleting a story ended: $what', async ({ refused, toast, calls }) => {
  const onDeleted = vi.fn<() => void>();
  const { result } = runHook(
    () => useDeleteStory(onDeleted),
    () => {
      if (refused) throw refused;
      return null;
    },
  );
  await result.mutateAsync({ id: 'story' }).catch(() => undefined);
  expect(onDeleted).toHaveBeenCalledTimes(calls);
  expect(getToast(viewport)).toMatchObject(toast);
});
