import { expect, it } from 'vitest';
import { askTogether, askTogetherBy } from './ask-together.ts';

it('askTogether asks after each call, and once for all concurrent calls', async () => {
  let asked = 0;
  const ask = askTogether(async () => {
    const answer = (asked += 1);
    await new Promise((resolve) => setImmediate(resolve));
    return answer;
  });
  const first = ask();
  const waiting = [ask(), ask(), ask()];
  expect(await first).toBe(1);
  expect(await Promise.all(waiting)).toEqual([2, 2, 2]);
  expect(await ask()).toBe(3);
});

it('askTogether rejects only the calls that waited for the failed question', async () => {
  let asked = 0;
  const ask = askTogether(async () => {
    asked += 1;
    if (asked === 1) throw new Error('unreachable');
    return asked;
  });
  const first = ask();
  const second = ask();
  await expect(first).rejects.toThrow('unreachable');
  expect(await second).toBe(2);
});

it('askTogetherBy asks separately for each key, and again for later calls', async () => {
  const asked: string[] = [];
  const ask = askTogetherBy(async (key: string) => {
    asked.push(key);
    await new Promise((resolve) => setImmediate(resolve));
    return `${key} ${asked.length}`;
  });
  const answers = await Promise.all([ask('a'), ask('b'), ask('a'), ask('a'), ask('b')]);
  expect(asked).toEqual(['a', 'b', 'a', 'b']);
  expect([answers[2], answers[0]?.startsWith('a')]).toEqual([answers[3], true]);
  expect(await ask('a')).toBe('a 5');
});
