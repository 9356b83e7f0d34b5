import { expect, it } from 'vitest';
import { endAnnouncing, readUnannounced, storeUnannounced } from './unannounced.ts';

it('keeps what was typed while the announcement was sent', () => {
  const sent = { words: 'El domingo no se podrá grabar', until: '2026-08-02' };
  for (const later of [
    { ...sent, words: 'El lunes tampoco' },
    { ...sent, until: '2026-08-03' },
  ]) {
    storeUnannounced(later);
    expect(endAnnouncing(sent)).toEqual(later);
    expect(readUnannounced()).toEqual(later);
  }
  storeUnannounced(sent);
  expect(endAnnouncing(sent)).toEqual({ words: '', until: '' });
  expect(readUnannounced()).toEqual({ words: '', until: '' });
});
