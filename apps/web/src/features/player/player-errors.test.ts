import { limits } from '@relato/contract/limits';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PlaybackError } from './player-state.ts';
import { toMediaError } from './testing/fake-audio.ts';
import { setUp } from './testing/player-world.ts';
import { track } from './testing/track.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('playback errors', () => {
  it.each<[number, PlaybackError]>([
    [1, 'aborted'],
    [2, 'network'],
    [3, 'decode'],
    [4, 'unsupported'],
    [99, 'unknown'],
  ])('L351, L380: reports the media error %i as %s, once', async (code, error) => {
    const { audio, failures, player, playUntilHeard } = setUp();
    await playUntilHeard('a');
    audio.fail(code);
    audio.emit('error');
    expect(failures).toEqual([error]);
    expect(player.getState().playback).toMatchObject({ kind: 'failed', error });
  });

  it('L381: reports a rejected play once on a computer', async () => {
    const { audio, failures, player } = setUp();
    audio.rejections.push(new DOMException('', 'NotAllowedError'));
    player.play(track('a'));
    await vi.advanceTimersByTimeAsync(limits.player.loadWaitMs);
    expect(failures).toEqual(['rejected']);
    expect(audio.calls.filter((call) => call === 'play')).toHaveLength(1);
  });

  it('L381: tries once more from zero on a phone', async () => {
    const { audio, failures, player } = setUp({ mobile: true });
    audio.rejections.push(new DOMException('', 'NotAllowedError'));
    player.seek('a', 20);
    player.play(track('a'));
    audio.receiveMetadata();
    await vi.advanceTimersByTimeAsync(limits.player.loadWaitMs);
    audio.emit('playing');
    expect(audio.currentTime).toBe(0);
    expect(player.getState().playback).toMatchObject({ kind: 'playing', positionSeconds: 0 });
    expect(failures).toEqual([]);
  });

  it('gives up after the second rejection on a phone', async () => {
    const { audio, failures, player } = setUp({ mobile: true });
    audio.rejections.push(new DOMException('', 'NotAllowedError'), new DOMException('', 'NotAllowedError'));
    player.play(track('a'));
    await vi.advanceTimersByTimeAsync(limits.player.loadWaitMs);
    expect(failures).toEqual(['rejected']);
    expect(audio.calls.filter((call) => call === 'play')).toHaveLength(2);
  });

  it('pauses silently when the browser interrupts a play', async () => {
    const { audio, failures, player } = setUp();
    audio.rejections.push(new DOMException('', 'AbortError'));
    player.play(track('a'));
    await vi.advanceTimersByTimeAsync(limits.player.loadWaitMs);
    expect(failures).toEqual([]);
    expect(player.getState().playback.kind).toBe('paused');
  });

  it('ignores the end of a play that another one replaced', async () => {
    const { audio, failures, player, playUntilHeard } = setUp();
    const { promise, resolve } = Promise.withResolvers<Error>();
    audio.rejections.push(promise);
    player.play(track('a'));
    await vi.advanceTimersByTimeAsync(limits.player.loadWaitMs);
    await playUntilHeard('b');
    resolve(new DOMException('', 'AbortError'));
    await vi.advanceTimersByTimeAsync(0);
    expect(failures).toEqual([]);
    expect(player.getState().playback).toMatchObject({ kind: 'playing', track: { id: 'b' } });
  });

  it('reports the media error rather than the rejected play', async () => {
    const { audio, failures, player } = setUp();
    audio.rejections.push(new DOMException('', 'NotSupportedError'));
    player.play(track('a'));
    audio.error = toMediaError(4);
    await vi.advanceTimersByTimeAsync(limits.player.loadWaitMs);
    expect(failures).toEqual(['unsupported']);
  });

  it('loads again when play is pressed after a failure', async () => {
    const { audio, player, playUntilHeard } = setUp();
    await playUntilHeard('a');
    audio.fail(2);
    player.play(track('a'));
    expect(audio.calls).toEqual(['src /audio/a', 'load', 'play', 'src /audio/a', 'load']);
  });

  it('plays from a second, and waits there where the browser wants a tap first', async () => {
    for (const mobile of [false, true]) {
      const { audio, failures, player } = setUp({ mobile, saved: { a: 50 } });
      audio.rejections.push(new DOMException('', 'NotAllowedError'));
      player.playFrom(track('a'), 42);
      await vi.advanceTimersByTimeAsync(limits.player.loadWaitMs);
      expect(player.getState().playback).toMatchObject({ kind: 'paused', positionSeconds: 42 });
      expect(failures).toEqual([]);
      audio.receiveMetadata();
      player.play(track('a'));
      await vi.advanceTimersByTimeAsync(limits.player.loadWaitMs);
      audio.emit('playing');
      expect(player.getState().playback).toMatchObject({ kind: 'playing', positionSeconds: 42 });
      expect(audio.currentTime).toBe(42);
    }
  });
});
