import { limits } from '@relato/contract/limits';
import { beforeEach, expect, it, vi } from 'vitest';
import { limitHeardChecks } from './heard-checks.ts';
import type { HeardDependencies } from './keep-heard.ts';

const list = vi.fn<HeardDependencies['store']['list']>();
let listenerId: null | undefined;
let nowMs: number;
const unused = () => Promise.reject(new Error('unused'));
const prepare = () =>
  limitHeardChecks({
    onChange: () => undefined,
    readClock: () => nowMs,
    dependencies: {
      store: { list, add: unused, update: unused, remove: unused },
      listPublic: unused,
      load: unused,
      mayLoad: unused,
      getListenerId: () => listenerId,
      nowMs: () => 0,
    },
  });

beforeEach(() => {
  list.mockReset().mockResolvedValue([]);
  listenerId = null;
  nowMs = 0;
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  return () => warn.mockRestore();
});

it('checks once a minute', async () => {
  const check = prepare();
  await check();
  nowMs = limits.heard.checkMs - 1;
  await check();
  expect(list).toHaveBeenCalledTimes(1);
  nowMs += 1;
  await check();
  expect(list).toHaveBeenCalledTimes(2);
});

it('checks as soon as the session is known', async () => {
  const check = prepare();
  listenerId = undefined;
  await check();
  expect(list).not.toHaveBeenCalled();
  listenerId = null;
  await check();
  expect(list).toHaveBeenCalledOnce();
});

it('checks again after a failure', async () => {
  const check = prepare();
  list.mockRejectedValueOnce(new Error('offline'));
  await check();
  await check();
  expect(list).toHaveBeenCalledTimes(2);
});

it('does not check twice at the same time', async () => {
  const check = prepare();
  await Promise.all([check(), check()]);
  expect(list).toHaveBeenCalledOnce();
});
