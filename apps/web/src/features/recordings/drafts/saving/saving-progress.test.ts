import { afterEach, expect, it, vi } from 'vitest';
import { newRecordingId } from '../../recorder-api.ts';
import type { Draft } from '../store/draft-store.ts';
import {
  forgetElsewhere,
  forgetSaved,
  getSavings,
  isSavingDrafts,
  onSavings,
  setSaving,
  shareSavings,
} from './saving-progress.ts';

// The only properties that are used.
const draft = { id: newRecordingId(), userId: 'u1' } as unknown as Draft;

it('notifies of each change, and returns whether the step changed', () => {
  const listener = vi.fn<() => void>();
  const stop = onSavings(listener);
  expect(setSaving(draft, { step: 'uploading', ratio: 0 })).toBe(true);
  expect(setSaving(draft, { step: 'uploading', ratio: 0.5 })).toBe(false);
  expect(isSavingDrafts()).toBe(true);
  expect(setSaving(draft, { step: 'saved', ratio: 1 })).toBe(true);
  expect(isSavingDrafts()).toBe(false);
  expect(listener).toHaveBeenCalledTimes(3);
  stop();
  forgetSaved();
  expect(setSaving(draft, null)).toBe(false);
  expect(listener).toHaveBeenCalledTimes(3);
});

/** Opens the channel of another tab until the test ends. */
function openOtherTab() {
  const channel = new BroadcastChannel('relato.savings');
  ends.add(() => channel.close());
  const heard: unknown[] = [];
  let onMessage: (() => void) | null = null;
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    heard.push(data);
    onMessage?.();
  });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none: it is same-origin
    say: (message: unknown) => channel.postMessage(message),
    until: (count: number) =>
      new Promise<readonly unknown[]>((resolve) => {
        onMessage = () => (heard.length >= count ? resolve(heard) : undefined);
        onMessage();
      }),
  };
}

/** Shares the progress of this tab until the test ends. */
function share() {
  let onStep: ((step: string | null) => void) | null = null;
  ends.add(shareSavings((step) => onStep?.(step)));
  return { nextStep: () => new Promise<string | null>((resolve) => (onStep = resolve)) };
}
const ends = new Set<() => void>();
afterEach(() => {
  for (const end of ends) end();
  ends.clear();
  forgetSaved();
  forgetElsewhere([draft.id]);
});

it('shows the drafts that another tab saves until they are done', async () => {
  const other = openOtherTab();
  const { nextStep } = share();
  const begun = nextStep();
  other.say({ draft, progress: { step: 'uploading', ratio: 0.4 } });
  expect(await begun).toBe('uploading');
  expect(getSavings()).toEqual([{ draft, step: 'uploading', ratio: 0.4 }]);
  // Only this tab's own saves delay an update of the app.
  expect(isSavingDrafts()).toBe(false);
  const saved = nextStep();
  other.say({ draft, progress: { step: 'saved', ratio: 1 } });
  expect(await saved).toBe('saved');
  const ended = nextStep();
  other.say({ draft, progress: null });
  expect(await ended).toBeNull();
  expect(getSavings()).toEqual([]);
});

it('sends its progress to the other tabs, also to one that opens later', async () => {
  share();
  const other = openOtherTab();
  setSaving(draft, { step: 'uploading', ratio: 0 });
  const news = { draft, progress: { step: 'uploading', ratio: 0 } };
  expect(await other.until(1)).toEqual([news]);
  other.say('ask');
  expect(await other.until(2)).toEqual([news, news]);
  setSaving(draft, null);
  expect((await other.until(3)).at(-1)).toEqual({ draft, progress: null });
});

it('drops a draft that is unlocked again, because the tab that saved it was closed', async () => {
  const other = openOtherTab();
  const { nextStep } = share();
  const begun = nextStep();
  other.say({ draft, progress: { step: 'uploading', ratio: 0.4 } });
  await begun;
  forgetElsewhere([newRecordingId()]);
  expect(getSavings()).toHaveLength(1);
  forgetElsewhere([draft.id]);
  expect(getSavings()).toEqual([]);
});

it('ignores messages of other versions', async () => {
  const other = openOtherTab();
  const { nextStep } = share();
  const begun = nextStep();
  for (const message of [null, 'x', {}, { draft: null, progress: null }, { draft, progress: { step: 1 } }])
    other.say(message);
  other.say({ draft, progress: { step: 'uploading', ratio: 0.1 } });
  expect(await begun).toBe('uploading');
  expect(getSavings()).toHaveLength(1);
});
