import type { Database, ReadReplica } from '@relato/db';
import { describe, expect, it } from 'vitest';
import type { Viewer } from './context.ts';
import { chooseReplica, toWrittenAtMs } from './use-replica.ts';

describe('the cookie of the last write', () => {
  it.each([
    ['1795392000123', 1_795_392_000_123],
    ['soon', null],
    ['-1', null],
    ['1e3', null],
    ['99999999999999999999', null],
    [null, null],
  ])('%j', (value, expected) => {
    expect(toWrittenAtMs(value)).toBe(expected);
  });
});

describe('a read that may lag', () => {
  const chosen = {} as Database; // only its identity counts
  const asked: (number | null)[] = [];
  const replica = {
    choose: async (writtenAtMs) => {
      asked.push(writtenAtMs);
      return chosen;
    },
  } as ReadReplica; // no other function is called
  const ana: Viewer = { id: 'ana' as Viewer['id'], username: 'ana', email: null, role: 'user' }; // any id works
  const choose = (viewer: Viewer | null, writtenAtMs: number | null | undefined, mayLag?: true) =>
    chooseReplica(
      { ...(mayLag && { mayLag }) },
      { services: { database: { replica } }, viewer, request: { writtenAtMs } },
    );

  it('uses the replica for visitors and members, with the time of their last write', async () => {
    expect([await choose(null, null, true), await choose(ana, 7, true)]).toEqual([chosen, chosen]);
    expect(asked).toEqual([null, 7]);
  });

  it.each([
    ['a read that may not lag', ana, null, undefined],
    ['a program', ana, undefined, true],
    ['a moderator', { ...ana, role: 'moderator' }, null, true],
    ['an administrator', { ...ana, role: 'administrator' }, null, true],
  ] as const)('stays at the primary: %s', async (_who, viewer, writtenAtMs, mayLag) => {
    expect(await choose(viewer, writtenAtMs, mayLag)).toBeNull();
  });
});
