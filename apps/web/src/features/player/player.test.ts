import { limits } from '@relato/contract/limits';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getPosition } from './player-state.ts';
import { setUp } from './testing/player-world.ts';
import { track } from './testing/track.ts';

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
