import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { createPrompt } from './prompt.ts';

it.each([true, false])('a password keeps the spaces at its ends, typed on a terminal: %s', async (isTTY) => {
  const stdin = Object.assign(new PassThrough(), { isTTY });
  const ask = createPrompt({ stdin, stderr: new PassThrough() });
  stdin.write(' luna 7 \n');
  expect(await ask('Password: ', { hidden: true })).toBe(' luna 7 ');
});
