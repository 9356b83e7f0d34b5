import { limits } from '@relato/contract/limits';
import { countBars, toBars } from '@relato/contract/recordings/waveform';
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type PointerEvent,
} from 'react';
import { playerText } from '../../../messages/player.ts';
import { player } from '../app-player.ts';
import type { Track } from '../player-state.ts';
import { useDuration, usePlayer, usePosition } from '../use-player.ts';
import { toPath, toStrokePx } from './waveform-path.ts';
import { WaveformStrokes } from './mini-waveform.tsx';

interface WaveformProps {
  readonly track: Track;
  /** The loudness of equal slices of the recording. */
  readonly peaks: readonly number[];
  readonly overlay?: ReactNode;
}

const heightPx = 40;
const { keyPageSeconds, keyStepSeconds, seekStepSeconds } = limits.player;

export function Waveform({ track, peaks, overlay }: WaveformProps) {
  const box = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const durationSeconds = useDuration(track);
  // Rounded to the steps of the slider, which reduces redraws to a sixth; the bars need no finer position.
  const position = usePosition(
    track.id,
    (seconds) => Math.round(seconds / seekStepSeconds) * seekStepSeconds,
  );
  const { isPlaying } = usePlayer(track.id);
  /** The position in `aria-valuetext` while the slider has the focus: a change each second would be read over the story. */
  const [said, say] = useState<number | null>(null);
  const seek = (seconds: number) => {
    const target = Math.min(Math.max(seconds, 0), durationSeconds);
    player.seek(track.id, target);
    say(target);
  };
  const pointerSeek = usePointerSeek((ratio) => {
    seek(ratio * durationSeconds);
    // The arrow keys continue from here.
    slider.current?.focus({ preventScroll: true });
  });
  const shown = Math.min(
    pointerSeek.ratio === null ? position : pointerSeek.ratio * durationSeconds,
    durationSeconds,
  );
  // The text of a pause stays when the story goes on.
  if (!isPlaying && said !== null && said !== shown) say(shown);
  const heard = durationSeconds > 0 ? shown / durationSeconds : 0;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = keyTarget(event, shown, durationSeconds);
    if (target === null) return;
    event.preventDefault();
    seek(target);
  };

  return (
    <div
      ref={box}
      {...pointerSeek.handlers}
      className="relative h-11 min-w-28 flex-1 cursor-pointer touch-pan-y rounded-[8px] has-focus-visible:outline-3 has-focus-visible:outline-offset-4 has-focus-visible:outline-voice-strong"
    >
      <Bars box={box} peaks={peaks} heard={heard} />
      {overlay}
      <input
        ref={slider}
        type="range"
        aria-label={playerText.positionIn(track.title)}
        aria-valuetext={playerText.spokenPosition((isPlaying ? said : null) ?? shown, durationSeconds)}
        title={playerText.keys}
        min={0}
        max={durationSeconds}
        step={seekStepSeconds}
        value={shown}
        // The box handles pointers, because a range input jumps or drags differently in every browser.
        className="pointer-events-none absolute inset-0 m-0 size-full opacity-0"
        onChange={(event) => seek(event.target.valueAsNumber)}
        onKeyDown={onKeyDown}
        onFocus={() => say(shown)}
        onBlur={() => say(null)}
      />
    </div>
  );
}

function keyTarget(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  seconds: number,
  durationSeconds: number,
): number | null {
  const step = shiftKey ? seekStepSeconds : keyStepSeconds;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return seconds - step;
    case 'ArrowRight':
    case 'ArrowUp':
      return seconds + step;
    case 'PageDown':
      return seconds - keyPageSeconds;
    case 'PageUp':
      return seconds + keyPageSeconds;
    case 'Home':
      return 0;
    case 'End':
      return durationSeconds;
    default:
      return null;
  }
}

interface BarsProps {
  readonly box: RefObject<HTMLElement | null>;
  readonly peaks: readonly number[];
  /** From 0 to 1. */
  readonly heard: number;
}

function Bars({ box, peaks, heard }: BarsProps) {
  const widthPx = useWidth(box);
  const count = countBars(widthPx, peaks.length);
  const strokePx = toStrokePx(widthPx, count);
  const path = useMemo(() => toPath(toBars(peaks, count), heightPx, strokePx), [peaks, count, strokePx]);
  const picture = (color: string, visible = 1) => (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${count} ${heightPx}`}
      preserveAspectRatio="none"
      className={`pointer-events-none absolute inset-x-0 inset-y-0.5 h-10 w-full ${color}`}
      style={visible < 1 ? { clipPath: `inset(0 ${(1 - visible) * 100}% 0 0)` } : undefined}
    >
      <WaveformStrokes path={path} strokePx={strokePx} />
    </svg>
  );
  return (
    <>
      {picture('text-wave')}
      {heard > 0 && picture('text-voice', heard)}
    </>
  );
}

function useWidth(box: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(200);
  // Not a layout effect, because those of a child run before the ref of its parent is set.
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      // Zero while a card far off the screen has no layout.
      if (entry && entry.contentRect.width > 0) setWidthPx(entry.contentRect.width);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return widthPx;
}

const touchSlopPx = 6;

function ratioAt(event: PointerEvent): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return width === 0 ? 0 : Math.min(Math.max((event.clientX - left) / width, 0), 1);
}

/**
 * Seeks by pointer: `ratio` follows the finger, and `onCommit` gets the ratio where it was lifted. A touch that becomes
 * a vertical scroll changes nothing.
 */
function usePointerSeek(onCommit: (ratio: number) => void) {
  const [ratio, setRatio] = useState<number | null>(null);
  const startX = useRef<number | null>(null);

  const finish = () => {
    startX.current = null;
    setRatio(null);
  };

  return {
    ratio,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (!event.isPrimary || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        startX.current = event.clientX;
        if (event.pointerType === 'mouse') setRatio(ratioAt(event));
      },
      onPointerMove: (event: PointerEvent) => {
        if (startX.current === null) return;
        if (ratio !== null || Math.abs(event.clientX - startX.current) > touchSlopPx)
          setRatio(ratioAt(event));
      },
      onPointerUp: (event: PointerEvent) => {
        if (startX.current === null) return;
        onCommit(ratioAt(event));
        finish();
      },
      onPointerCancel: finish,
    },
  };
}
