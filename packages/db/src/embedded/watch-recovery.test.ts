import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChildProcessWork } from './processes.ts';
import { watchRecovery } from './watch-recovery.ts';

let nowMs = 0;
beforeEach(() => {
  nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const startup: ChildProcessWork = { pid: 2, title: 'postgres: startup ', state: 'S', work: '1 1 read 8' };
const checkpointer: ChildProcessWork = { pid: 3, title: 'postgres: checkpointer ', state: 'S', work: '0 0' };

/** Polls twice a second for some seconds. Returns whether a poll found the recovery stuck. */
async function lookFor(
  seconds: number,
  list: (look: number) => readonly ChildProcessWork[] | null,
  beforeLook: (look: number, reset: () => void) => void = () => {},
): Promise<boolean> {
  let look = 0;
  const watch = watchRecovery(1, async () => list(look));
  for (; look <= seconds * 2; look += 1) {
    beforeLook(look, () => watch.reset());
    if (await watch.isStuck()) return true;
    nowMs += 500;
  }
  return false;
}

it('REL-33: a recovery whose processes sleep for four seconds is stuck', async () => {
  expect(await lookFor(3.5, () => [startup, checkpointer])).toBe(false);
  expect(await lookFor(4, () => [startup, checkpointer])).toBe(true);
});

it('REL-33: a server that refuses connections without a recovery process is stuck', async () => {
  const refused: ChildProcessWork = { pid: 9, title: 'postgres: postgres relato', state: 'S', work: '' };
  expect(await lookFor(4, (look) => [{ ...refused, pid: look }])).toBe(true);
});

it.each<[string, (look: number) => readonly ChildProcessWork[] | null]>([
  ['uses the processor', (look) => [{ ...startup, work: `${look} 1` }, checkpointer]],
  ['replays another segment', (look) => [{ ...startup, title: `postgres: startup recovering ${look}` }]],
  ['waits for a checkpoint that writes', (look) => [startup, { ...checkpointer, work: `0 0 write ${look}` }]],
  ['waits for a disk', () => [startup, { ...checkpointer, state: 'D' }]],
  ['was stopped by its operator', () => [{ ...startup, state: 'T' }, checkpointer]],
  ['runs where the system does not show it', () => null],
])('tolerates for an hour a recovery that %s', async (_what, list) => {
  expect(await lookFor(3_600, list)).toBe(false);
});

it('restarts the count after a poll that saw work, and after the server served', async () => {
  expect(await lookFor(7, (look) => [{ ...startup, work: look < 7 ? 'a' : 'b' }])).toBe(false);
  expect(
    await lookFor(
      7,
      () => [startup],
      (look, reset) => look === 7 && reset(),
    ),
  ).toBe(false);
});

it('counts polls instead of time, because nothing works on a frozen machine', async () => {
  const watch = watchRecovery(1, async () => [startup, checkpointer]);
  await watch.isStuck();
  nowMs += 3_600_000;
  expect(await watch.isStuck()).toBe(false);
});
