import type { UserId } from '@relato/contract/ids';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { trpc } from '../../../../lib/calls/trpc.ts';
import { onReconnectOrFocus } from '../../../../lib/online.ts';
import { draftsText } from '../../../../messages/recordings/drafts.ts';
import { showToast } from '../../../../ui/toasts/toast-store.ts';
import { detectSignIn } from './detect-sign-in.ts';
import { draftsQueryKey, onQueued } from '../list/draft-requests.ts';
import { onDiscardedStory, retryDiscards } from '../store/discards.ts';
import type { Draft } from '../store/draft-store.ts';
import type { SavingProgress } from './save-drafts.ts';
import { setSaving, shareSavings } from './saving-progress.ts';

/**
 * After a sign-in, saves the user's unsaved recordings of this browser as private stories. Failed ones are retried when the
 * app starts, and when the user or the network comes back. Shows nothing but the result.
 */
export function SaveDraftsAfterSignIn({ userId }: { readonly userId: UserId }) {
  const saveDrafts = useSaveDrafts();
  useShownElsewhere();
  useDiscardedStories();
  useEffect(() => {
    saveDrafts(userId, detectSignIn(userId) ? 'all' : 'due');
    const tryAgain = () => saveDrafts(userId, 'due');
    // A weak signal that gets better fires no event.
    const timer = setInterval(tryAgain, tryAgainMs);
    const stopListening = onReconnectOrFocus(tryAgain);
    const stopWaiting = onQueued(tryAgain);
    return () => {
      clearInterval(timer);
      stopListening();
      stopWaiting();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once for each session
  }, [userId]);
  return null;
}

/** Shows the drafts that other tabs save. */
function useShownElsewhere(): void {
  const { stories, profiles } = trpc.useUtils();
  const queryClient = useQueryClient();
  useEffect(
    () =>
      shareSavings((step) => {
        void queryClient.invalidateQueries({ queryKey: draftsQueryKey });
        if (step === 'saved') void Promise.all([stories.invalidate(), profiles.invalidate()]);
      }),
    [queryClient, stories, profiles],
  );
}

/** Shows that a recording that the user deleted is a story. */
function useDiscardedStories(): void {
  const { stories, profiles } = trpc.useUtils();
  useEffect(
    () =>
      onDiscardedStory(() => {
        showToast(draftsText.list.deleting.isStory);
        void Promise.all([stories.invalidate(), profiles.invalidate()]);
      }),
    [stories, profiles],
  );
}

const tryAgainMs = 60_000;

/** Runs wait for each other, because a second one would only wait for the same drafts. */
let running: Promise<void> = Promise.resolve();
let waiting = 0;

function useSaveDrafts(): (userId: UserId, which: 'all' | 'due') => void {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const onProgress = (draft: Draft, progress: SavingProgress | null) => {
    // A draft that is being saved is locked, and no longer open.
    if (setSaving(draft, progress)) void queryClient.invalidateQueries({ queryKey: draftsQueryKey });
  };

  const save = async (userId: UserId, which: 'all' | 'due') => {
    if (!navigator.onLine) return;
    const { drafts: store, listOpenDrafts, lockDraft } = await import('../store/drafts.ts');
    await retryDiscards(userId, (input) => utils.client.recordings.discard.mutate(input), {
      has: async (id) => (await store.get(id)) !== null,
      remove: async (id) => {
        const release = await lockDraft(id);
        if (!release) return false;
        await store.remove(id).finally(release);
        return true;
      },
    });
    // Without locks it is unknown whether another tab works on a draft, so drafts are only offered.
    if (!('locks' in navigator)) return;
    const drafts = await listOpenDrafts(userId);
    if (!drafts.some(({ isDue }) => which === 'all' || isDue)) return;
    const [{ saveBrowserDrafts }, { toSavedText }] = await Promise.all([
      import('./save-browser-drafts.ts'),
      import('./saved-text.ts'),
    ]);
    const saved = await saveBrowserDrafts({ userId, which, onProgress, client: utils.client });
    if (saved.length === 0) return;
    showToast({ title: draftsText.saved, text: toSavedText(saved) });
    await Promise.all([utils.stories.invalidate(), utils.profiles.invalidate()]);
  };

  return (userId, which) => {
    // A draft that is being saved need not be tried again.
    if (which === 'due' && waiting > 0) return;
    waiting += 1;
    running = running
      .then(() => save(userId, which))
      .catch((error: unknown) => console.warn('The recordings of before could not be saved', error))
      .finally(() => (waiting -= 1));
  };
}
