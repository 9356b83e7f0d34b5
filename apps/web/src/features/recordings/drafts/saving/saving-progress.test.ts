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

// As much of a draft as is used
const draft = { id: newRecordingId(), userId: 'u1' } as unknown as Draft;

it('tells of each change, and whether the step is another one', () => {
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

/** The other end of the channel between tabs, until the test ends. */
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

/** Shares the savings of this tab until the test ends. */
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

it('what another tab saves is shown here too, until it is over', async () => {
  const other = openOtherTab();
  const { nextStep } = share();
  const begun = nextStep();
  other.say({ draft, progress: { step: 'uploading', ratio: 0.4 } });
  expect(await begun).toBe('uploading');
  expect(getSavings()).toEqual([{ draft, step: 'uploading', ratio: 0.4 }]);
  // Only this tab's own savings hold up an update of the app.
  expect(isSavingDrafts()).toBe(false);
  const saved = nextStep();
  other.say({ draft, progress: { step: 'saved', ratio: 1 } });
  expect(await saved).toBe('saved');
  const ended = nextStep();
  other.say({ draft, progress: null });
  expect(await ended).toBeNull();
  expect(getSavings()).toEqual([]);
});

it('tells the other tabs what it saves, and a tab that opens later as well', async () => {
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

it('a draft that is open again is no longer saved elsewhere: that tab was closed', async () => {
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

it('what is no message of this version is left aside', async () => {
  const other = openOtherTab();
  const { nextStep } = share();
  const begun = nextStep();
  for (const message of [null, 'x', {}, { draft: null, progress: null }, { draft, progress: { step: 1 } }])
    other.say(message);
  other.say({ draft, progress: { step: 'uploading', ratio: 0.1 } });
  expect(await begun).toBe('uploading');
  expect(getSavings()).toHaveLength(1);
});
