import { describe, expect, it } from 'vitest';
import { findFailure } from './playback-failure.ts';
import type { PlaybackError } from './player-state.ts';

const answering = (status: number) => async () => ({ ok: status < 400, status });
const unreachable = async () => Promise.reject(new TypeError('Failed to fetch'));

describe('findFailure', () => {
  it.each<PlaybackError>(['unsupported', 'network'])(
    'finds behind %s that the story is gone',
    async (error) => {
      expect(await findFailure(error, '/audio/a', answering(404))).toBe('gone');
    },
  );

  it('asks the server whether an unsupported source is unreachable or failing', async () => {
    expect(await findFailure('unsupported', '/audio/a', unreachable)).toBe('network');
    expect(await findFailure('unsupported', '/audio/a', answering(503))).toBe('network');
  });

  it('trusts the browser if the server has the audio', async () => {
    expect(await findFailure('unsupported', '/audio/a', answering(200))).toBe('unsupported');
    expect(await findFailure('network', '/audio/a', answering(200))).toBe('network');
  });

  it.each<PlaybackError>(['aborted', 'decode', 'unknown', 'rejected'])(
    'does not ask about %s',
    async (error) => {
      expect(await findFailure(error, '/audio/a', answering(404))).toBe(error);
    },
  );

  it('does not ask the server about a recording of this browser', async () => {
    expect(await findFailure('unsupported', 'blob:here', unreachable)).toBe('unsupported');
  });
});
