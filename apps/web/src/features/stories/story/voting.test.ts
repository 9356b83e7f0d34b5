import type { StoryVotes } from '@relato/contract/stories/types';
import { describe, expect, it } from 'vitest';
import { createVoting, withVote, type Vote } from './voting.ts';

const votes = (upvotes: number, downvotes: number, vote: Vote): StoryVotes => ({ upvotes, downvotes, vote });

/** A fake server that answers when the test says so. */
function setUp() {
  const calls: { wish: Vote; answer: (votes: StoryVotes) => void; fail: (error: Error) => void }[] = [];
  const counted: StoryVotes[] = [];
  const failed: { error: unknown; wish: Vote }[] = [];
  const voting = createVoting();
  const cast = (wish: Vote, storyId = 'a') =>
    voting.cast(storyId, wish, {
      send: (_id, sent) =>
        new Promise((answer, fail) => {
          calls.push({ wish: sent, answer, fail });
        }),
      onCounted: (_id, answer) => counted.push(answer),
      onFailed: (error, _id, missed) => failed.push({ error, wish: missed }),
    });
  const call = async (index: number) => {
    await expect.poll(() => calls[index]).toBeDefined();
    return calls[index] ?? Promise.reject(new Error('no call'));
  };
  return { voting, cast, call, calls, counted, failed };
}

describe('withVote', () => {
  it.each([
    ['a first vote', votes(4, 1, null), 'up', votes(5, 1, 'up')],
    ['a vote taken back', votes(5, 1, 'up'), null, votes(4, 1, null)],
    ['a vote turned round', votes(5, 1, 'up'), 'down', votes(4, 2, 'down')],
    ['a vote that is there', votes(5, 1, 'up'), 'up', votes(5, 1, 'up')],
  ] as const)('L251: counts %s', (_what, before, wish, after) => {
    expect(withVote(before, wish)).toEqual(after);
  });
});

describe('voting', () => {
  it('L251-252: shows a vote at once and releases it when the server has counted it', async () => {
    const { voting, cast, call, counted } = setUp();
    let announced = 0;
    const unsubscribe = voting.subscribe(() => (announced += 1));
    const done = cast('up');
    expect(voting.getWish('a')).toBe('up');
    expect(voting.getWish('b')).toBeUndefined();
    (await call(0)).answer(votes(9, 0, 'up'));
    await done;
    expect(voting.getWish('a')).toBeUndefined();
    expect(counted).toEqual([votes(9, 0, 'up')]);
    // The cache announces the counted vote in a task of its own.
    expect(announced).toBe(1);
    await expect.poll(() => announced).toBe(2);
    unsubscribe();
    void cast(null);
    expect(announced).toBe(2);
  });

  it('is forgotten with its answer, and with its failure, when the user leaves', async () => {
    const { voting, cast, call, calls, counted, failed } = setUp();
    const done = [cast('up', 'a'), cast('down', 'b')];
    // Waits for the first answer, and would be sent as the next user.
    void cast(null, 'a');
    voting.forget();
    expect(voting.getWish('a')).toBeUndefined();
    (await call(0)).answer(votes(9, 0, 'up'));
    (await call(1)).fail(new Error('no network'));
    await Promise.all(done);
    expect([counted, failed, calls.length]).toEqual([[], [], 2]);
  });

  it('sends the last wanted vote after the running call, not beside it', async () => {
    const { voting, cast, call, calls, counted } = setUp();
    const done = cast('up');
    await Promise.all([cast(null), cast('down'), cast(null)]);
    expect(calls).toHaveLength(1);
    expect(voting.getWish('a')).toBeNull();
    (await call(0)).answer(votes(1, 0, 'up'));
    const second = await call(1);
    expect(second.wish).toBeNull();
    second.answer(votes(0, 0, null));
    await done;
    expect(counted).toEqual([votes(1, 0, 'up'), votes(0, 0, null)]);
    expect(calls).toHaveLength(2);
  });

  it('sends nothing more if a second press restores the vote', async () => {
    const { cast, call, calls } = setUp();
    const done = cast('up');
    await Promise.all([cast(null), cast('up')]);
    (await call(0)).answer(votes(1, 0, 'up'));
    await done;
    expect(calls).toHaveLength(1);
  });

  it('releases a failed vote, and reports which one', async () => {
    const { voting, cast, call, counted, failed } = setUp();
    const done = cast('up');
    const error = new Error('no network');
    (await call(0)).fail(error);
    await done;
    expect(voting.getWish('a')).toBeUndefined();
    expect(counted).toEqual([]);
    expect(failed).toEqual([{ error, wish: 'up' }]);
  });

  it('keeps a counted vote if a later press fails', async () => {
    const { voting, cast, call, counted, failed } = setUp();
    const done = cast('up');
    await cast(null);
    (await call(0)).answer(votes(1, 0, 'up'));
    (await call(1)).fail(new Error('no network'));
    await done;
    expect(counted).toEqual([votes(1, 0, 'up')]);
    expect(failed).toMatchObject([{ wish: null }]);
    expect(voting.getWish('a')).toBeUndefined();
  });

  it('does not let one story wait for another', async () => {
    const { cast, calls } = setUp();
    void cast('up', 'a');
    void cast('up', 'b');
    expect(calls).toHaveLength(2);
  });
});
