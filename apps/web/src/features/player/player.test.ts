import { limits } from '@relato/contract/limits';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Player } from './player.ts';
import { getPosition } from './player-state.ts';
import type { PlaybackError } from './player-state.ts';
import { FakeAudio, toMediaError } from './testing/fake-audio.ts';
import { track } from './testing/track.ts';

function setUp({ mobile = false, saved = {} }: { mobile?: boolean; saved?: Record<string, number> } = {}) {
  const audio = new FakeAudio();
  const failures: PlaybackError[] = [];
  const frames = new Map<number, () => void>();
  let nextFrame = 1;
  const createAudio = vi.fn<() => HTMLAudioElement>(() => audio.asElement);
  const player = new Player({
    createAudio,
    requestFrame: (callback) => {
      frames.set(nextFrame, callback);
      return nextFrame++;
    },
    cancelFrame: (handle) => frames.delete(handle),
    isMobile: () => mobile,
    onFailure: (error) => failures.push(error),
    saved,
  });
  const runFrame = () => {
    const callbacks = [...frames.values()];
    frames.clear();
    for (const callback of callbacks) callback();
  };
  /** From pressing play to the first sound. */
  const playUntilHeard = async (id: string) => {
    player.play(track(id));
    await vi.advanceTimersByTimeAsync(limits.player.loadWaitMs);
    if (audio.readyState === 0) audio.receiveMetadata();
    audio.emit('playing');
  };
  return { audio, createAudio, failures, frames, player, playUntilHeard, runFrame };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('Player', () => {
  it('creates no audio element and requests nothing before play', () => {
    const { createAudio, player } = setUp();
    player.seek('a', 10);
    player.pause();
    expect(createAudio).not.toHaveBeenCalled();
  });

  it('L408: loads, waits 100 ms, and only then plays', async () => {
    const { audio, player } = setUp();
    player.play(track('a'));
    expect(audio.preload).toBe('none');
    await vi.advanceTimersByTimeAsync(limits.player.loadWaitMs - 1);
    expect(audio.calls).toEqual(['src /audio/a', 'load']);
    await vi.advanceTimersByTimeAsync(1);
    expect(audio.calls).toEqual(['src /audio/a', 'load', 'play']);
  });

  it('stays silent when paused during the wait before playing', async () => {
    const { audio, player } = setUp();
    player.play(track('a'));
    player.pause();
    await vi.advanceTimersByTimeAsync(1000);
    expect(audio.calls).not.toContain('play');
    expect(player.getState().playback.kind).toBe('paused');
  });

  it('resumes without loading again', async () => {
    const { audio, player, playUntilHeard } = setUp();
    await playUntilHeard('a');
    audio.currentTime = 7;
    player.toggle(track('a'));
    expect(player.getState().playback).toMatchObject({ kind: 'paused', positionSeconds: 7 });
    player.toggle(track('a'));
    expect(audio.calls).toEqual(['src /audio/a', 'load', 'play', 'play']);
    expect(audio.currentTime).toBe(7);
  });

  it('resumes a track where an earlier page left it', async () => {
    const { audio, player } = setUp({ saved: { a: 30 } });
    player.play(track('a'));
    audio.receiveMetadata();
    expect(audio.currentTime).toBe(30);
  });

  it('ignores the late pause event of the previous track', async () => {
    const { audio, player, playUntilHeard } = setUp();
    await playUntilHeard('a');
    player.play(track('b'));
    audio.emit('pause');
    expect(player.getState().playback).toMatchObject({ kind: 'loading', track: { id: 'b' } });
  });

  it('pauses when the system pauses the element while it waits for the network', async () => {
    const { audio, player, playUntilHeard } = setUp();
    await playUntilHeard('a');
    audio.currentTime = 4;
    audio.emit('waiting');
    audio.pause();
    audio.emit('pause');
    expect(player.getState().playback).toMatchObject({ kind: 'paused', positionSeconds: 4 });
  });

  it('ignores a late pause event after playing again', async () => {
    const { audio, player, playUntilHeard } = setUp();
    await playUntilHeard('a');
    audio.emit('pause');
    expect(player.getState().playback.kind).toBe('playing');
  });

  it('L45: stays at the full duration when it ends and plays again from zero', async () => {
    const { audio, player, playUntilHeard } = setUp();
    await playUntilHeard('a');
    audio.finish();
    expect(player.getState().playback).toMatchObject({ kind: 'ended', positionSeconds: 60 });
    player.play(track('a'));
    expect(audio.currentTime).toBe(0);
  });

  it.each([60, 59.6])(
    'ends if it is moved to its end, %s s, before it has begun',
    async (positionSeconds) => {
      const { audio, player } = setUp();
      player.play(track('a'));
      audio.receiveMetadata();
      player.seek('a', positionSeconds);
      await vi.advanceTimersByTimeAsync(1000);
      expect(audio.calls).not.toContain('play');
      expect(player.getState().playback).toMatchObject({ kind: 'ended', positionSeconds: 60 });
      player.play(track('a'));
      expect([audio.currentTime, audio.calls.at(-1)]).toEqual([0, 'play']);
    },
  );

  it('follows the position frame by frame only while it plays', async () => {
    const { audio, frames, player, playUntilHeard, runFrame } = setUp();
    const onState = vi.fn<() => void>();
    const onPosition = vi.fn<() => void>();
    await playUntilHeard('a');
    player.subscribe(onState);
    player.subscribePosition(onPosition);
    audio.currentTime = 1.5;
    runFrame();
    expect(getPosition(player.getState(), 'a')).toBe(1.5);
    expect(onPosition).toHaveBeenCalledOnce();
    expect(onState).not.toHaveBeenCalled();
    expect(frames.size).toBe(1);
    player.pause();
    expect(frames.size).toBe(0);
  });

  it('seeks the element only if the track is the current one', async () => {
    const { audio, player, playUntilHeard } = setUp();
    await playUntilHeard('a');
    player.seek('b', 30);
    expect(audio.currentTime).toBe(0);
    player.seek('a', 30);
    player.skip('a', -15);
    expect(audio.currentTime).toBe(15);
  });

  it('moves the element that has its metadata before it says so, and not back', async () => {
    const { audio, player } = setUp();
    player.play(track('a'));
    audio.readyState = 1;
    player.seek('a', 20);
    audio.receiveMetadata();
    expect(audio.currentTime).toBe(20);
  });

  it('keeps the chosen speed for the next track', async () => {
    const { audio, player, playUntilHeard } = setUp();
    await playUntilHeard('a');
    player.setRate(1.5);
    await playUntilHeard('b');
    expect(audio.playbackRate).toBe(1.5);
  });

  it("keeps the track's duration if the media announces none", async () => {
    const { audio, player } = setUp();
    player.play(track('a'));
    audio.receiveMetadata(Number.POSITIVE_INFINITY);
    expect(player.getState().playback).toMatchObject({ durationSeconds: 60 });
  });

  it('releases a forgotten track', async () => {
    const { audio, failures, player, playUntilHeard } = setUp();
    await playUntilHeard('a');
    player.forget('a');
    expect(audio.src).toBe('');
    expect(player.getState().playback.kind).toBe('idle');
    expect(failures).toEqual([]);
  });
});

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
