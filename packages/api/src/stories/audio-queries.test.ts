import { errorCode } from '@relato/testing/error-code';
import type { Database } from '@relato/db';
import { describe, expect, it } from 'vitest';
import { useTestWorld } from '../testing/world.ts';
import { createStoryAudioFinder } from './audio-queries.ts';

const world = useTestWorld();

/** Returns a finder whose statements answer only when `answer` is called, in their order. */
function setUp() {
  const waiting: (() => void)[] = [];
  let statements = 0;
  const sql: Database['sql'] = async (statement) => {
    statements += 1;
    // A statement reads the state at its start.
    const rows = await world.database.sql(statement);
    await new Promise<void>((resolve) => void waiting.push(resolve));
    return rows as never; // the rows of the caller's type
  };
  const find = createStoryAudioFinder({ database: { ...world.database, sql } });
  /** Waits until a statement has read its rows. */
  const whenRead = () => expect.poll(() => waiting.length).toBeGreaterThan(0);
  const answer = async () => {
    await whenRead();
    waiting.shift()?.();
  };
  return { find, whenRead, answer, countStatements: () => statements };
}

describe('finding the audio of stories', () => {
  it('takes one statement for all requests that arrive while another runs', async () => {
    const author = await world.addUser('ana');
    const ids = [await world.publishStory(author), await world.publishStory(author)] as const;
    const { find, whenRead, answer, countStatements } = setUp();
    const first = find(null, ids[0]);
    await whenRead();
    const others = [...ids, ...ids].map((id) => find(null, id));
    await answer();
    const { key } = await first;
    await answer();
    const found = await Promise.all(others);
    expect(countStatements()).toBe(2);
    expect(found.map((each) => each.key === key)).toEqual([true, false, true, false]);
  });

  it('SEC-07: answers no request from a statement that started before it', async () => {
    const author = await world.addUser('beto');
    const id = await world.publishStory(author);
    const { find, whenRead, answer } = setUp();
    const before = find(null, id);
    await whenRead();
    await world.callAs(author).stories.unpublish({ id });
    const after = find(null, id).catch((error: unknown) => error);
    await answer();
    await expect(before).resolves.toMatchObject({ isPublic: true });
    await answer();
    expect(await after).toEqual(errorCode('STORY_NOT_FOUND'));
  });

  it('fails for the requests of a failed statement only', async () => {
    const author = await world.addUser('carla');
    const id = await world.publishStory(author);
    let isBroken = true;
    const sql: Database['sql'] = async (statement) => {
      if (isBroken) throw new Error('connection lost');
      return (await world.database.sql(statement)) as never; // as above
    };
    const find = createStoryAudioFinder({ database: { ...world.database, sql } });
    await expect(find(null, id)).rejects.toThrow('connection lost');
    isBroken = false;
    await expect(find(null, id)).resolves.toMatchObject({ isPublic: true });
  });
});
