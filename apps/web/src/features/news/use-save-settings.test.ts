import type { NewsSettings, NewsKind } from '@relato/contract/news/types';
import { getQueryKey } from '@trpc/react-query';
import { expect, it, vi } from 'vitest';
import { trpc } from '../../lib/calls/trpc.ts';
import { Refusal, runHook } from '../../lib/testing/run-hook.tsx';
import { useSaveSettings } from './use-save-settings.ts';

const timeZone = 'Europe/Madrid';
const before: NewsSettings = {
  silenced: [],
  quiet: null,
  digest: 'daily',
  timeZone,
  email: null,
  pushKey: null,
};
const queryKey = getQueryKey(trpc.news.settings, undefined, 'query');
const refusal = new Refusal('INTERNAL');

/** Settings that are on the screen, and saves whose answers the test gives. */
function openSettings() {
  const answers: PromiseWithResolvers<null>[] = [];
  const { result, queryClient } = runHook(useSaveSettings, () => {
    const answer = Promise.withResolvers<null>();
    answers.push(answer);
    return answer.promise;
  });
  queryClient.setQueryData(queryKey, before);
  const refetched = vi.spyOn(queryClient, 'invalidateQueries');
  const silence = (kind: NewsKind) => result.mutate({ silenced: { [kind]: true }, timeZone });
  const shown = () => queryClient.getQueryData<NewsSettings>(queryKey);
  const silenced = () => shown()?.silenced;
  const untilSent = (count: number) => expect.poll(() => answers, { interval: 5 }).toHaveLength(count);
  const untilPending = (count: number) =>
    expect.poll(() => queryClient.isMutating(), { interval: 5 }).toBe(count);
  return { answers, silence, shown, silenced, untilSent, untilPending, refetched };
}

it('shows the other settings as they were', () => {
  const { silence, shown } = openSettings();
  silence('votes');
  expect(shown()).toEqual({ ...before, silenced: ['votes'] });
});

it('sends changes in order, and refetches only after the last one', async () => {
  const { answers, silence, silenced, untilSent, untilPending, refetched } = openSettings();
  silence('votes');
  silence('comment');
  await untilSent(1);
  answers[0]?.resolve(null);
  await untilSent(2);
  await untilPending(1);
  expect(refetched).not.toHaveBeenCalled();
  expect(silenced()).toEqual(['comment', 'votes']);
  answers[1]?.resolve(null);
  await untilPending(0);
  expect(refetched).toHaveBeenCalledOnce();
  expect(silenced()).toEqual(['comment', 'votes']);
});

it('a failure does not revert the change that waits behind it', async () => {
  const { answers, silence, silenced, untilSent } = openSettings();
  silence('votes');
  silence('comment');
  await untilSent(1);
  answers[0]?.reject(refusal);
  await untilSent(2);
  expect(silenced()).toEqual(['comment', 'votes']);
});

it.each([
  { first: 'was saved', left: ['votes'] },
  { first: 'failed too', left: [] },
])(
  'after a failure of the last change, the settings are those of the server: the first $first',
  async ({ left }) => {
    const { answers, silence, silenced, untilSent, untilPending } = openSettings();
    silence('votes');
    silence('comment');
    await untilSent(1);
    if (left.length > 0) answers[0]?.resolve(null);
    else answers[0]?.reject(refusal);
    await untilSent(2);
    answers[1]?.reject(refusal);
    await untilPending(0);
    expect(silenced()).toEqual(left);
  },
);
