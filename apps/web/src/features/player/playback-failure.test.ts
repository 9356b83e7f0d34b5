import { expect, it } from 'vitest';
import { findFailure } from './playback-failure.ts';

it.each([
  ['unsupported', '/audio/a', 404, 'gone'],
  ['network', '/audio/a', 404, 'gone'],
  ['unsupported', '/audio/a', null, 'network'],
  ['unsupported', '/audio/a', 503, 'network'],
  ['unsupported', '/audio/a', 200, 'unsupported'],
  ['network', '/audio/a', 200, 'network'],
  ['decode', '/audio/a', 404, 'decode'],
  ['unsupported', 'blob:here', null, 'unsupported'],
] as const)(
  'behind %s of %s, which the server answers with %s, is %s',
  async (error, src, status, failure) => {
    const ask = async () => {
      if (status === null) throw new TypeError('Failed to fetch');
      return { ok: status < 400, status };
    };
    expect(await findFailure(error, src, ask)).toBe(failure);
  },
);
