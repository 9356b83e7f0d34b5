import { type RefObject, useEffect, useRef } from 'react';
import { type LevelMeter, toLevel, windowMs } from './level-meter.ts';

const barCount = 60;
const leastScale = 0.08;
const stillMs = 1_000;

/** The last three seconds of the voice, the newest at the right. With reduced motion it updates once a second. */
export function LiveWaveform({ getMeter }: { readonly getMeter: () => LevelMeter | null }) {
  const bars = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const draw = () => {
      const latest = getMeter()?.energies.slice(-barCount) ?? [];
      [...(bars.current?.children ?? [])].forEach((bar, index) => {
        const energy = latest[index - barCount + latest.length] ?? 0;
        if (bar instanceof HTMLElement)
          bar.style.transform = `scaleY(${Math.max(leastScale, toLevel(energy))})`;
      });
    };
    draw();
    const timer = setInterval(draw, isStill ? stillMs : windowMs);
    return () => clearInterval(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the meter is read anew each time
  }, []);
  return (
    <div
      ref={bars}
      aria-hidden="true"
      className="mt-2 mb-4.5 flex h-14 items-center gap-[2px] compact:mt-1 compact:mb-2 compact:h-10 short:self-end"
    >
      {Array.from({ length: barCount }, (_, index) => (
        <span key={index} className="h-full min-w-[2px] flex-1 rounded-[3px] bg-voice" />
      ))}
    </div>
  );
}

/** How much the outermost ring grows for the loudest voice; inner rings grow less. */
const growth = 0.16;
/** How fast the ring follows a rising and a falling level, as a share of the difference per frame. */
const rise = 0.35;
const fall = 0.08;

/** Scales the rings with the voice. Outside React, because it happens in every frame. */
export function useLevelRings(rings: RefObject<HTMLElement | null>, getMeter: () => LevelMeter | null): void {
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let shown = 0;
    const draw = () => {
      const level = getMeter()?.readLevel() ?? 0;
      shown += (level - shown) * (level > shown ? rise : fall);
      const children = [...(rings.current?.children ?? [])];
      children.forEach((ring, index) => {
        if (ring instanceof HTMLElement) {
          ring.style.transform = `scale(${1 + (shown * growth * (children.length - index)) / children.length})`;
        }
      });
      frame = requestAnimationFrame(draw);
    };
    let frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
    // oxlint-disable-next-line react/exhaustive-deps -- both are read anew in every frame
  }, []);
}
