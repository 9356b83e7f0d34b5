import { afterEach, beforeEach, expect, it } from 'vitest';
import { Refusal, runHook } from '../../../lib/testing/run-hook.tsx';
import { ownStoriesText } from '../../../messages/stories/own.ts';
import { threadsText } from '../../../messages/stories/threads.ts';
import { addToastViewport, getToast } from '../../../ui/toasts/toast-store.ts';
import { useLeaveThread } from './use-leave-thread.ts';

const viewport = Symbol('the screen');
let removeViewport: () => void;
beforeEach(() => void (removeViewport = addToastViewport(viewport)));
afterEach(() => removeViewport());

const texts = threadsText.leaving.others.reply;
const done = { title: texts.done };
const deleted = { title: threadsText.leaveFailed, text: ownStoriesText.errors.deletedElsewhere };
const gone = new Refusal('STORY_NOT_FOUND');

it.each([
  { what: "another author's was detached", canEdit: false, refused: null, toast: done },
  { what: "an earlier call had detached another author's", canEdit: false, refused: gone, toast: done },
  {
    what: "another author's was not",
    canEdit: false,
    refused: new Refusal('INTERNAL'),
    toast: { text: threadsText.leaveFailed },
  },
  { what: "the viewer's own was deleted elsewhere", canEdit: true, refused: gone, toast: deleted },
])('the answer says how detaching a story ended: $what', async ({ canEdit, refused, toast }) => {
  const viewer = { canEdit, vote: null };
  const { result } = runHook(
    () => useLeaveThread({ viewer }, texts.done, () => undefined),
    () => {
      if (refused) throw refused;
      return null;
    },
  );
  await result.mutateAsync({ id: 'story' }).catch(() => undefined);
  expect(getToast(viewport)).toMatchObject(toast);
});
