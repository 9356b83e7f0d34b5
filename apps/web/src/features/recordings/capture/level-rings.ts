import { useEffect, type RefObject } from 'react';
import type { LevelMeter } from './level-meter.ts';

/** How much the outermost ring grows for the loudest voice; those inside it grow less. */
const growth = 0.16;
/** How fast the ring follows, rising and falling, as a share of the way in each frame. */
const rise = 0.35;
const fall = 0.08;

/** Lets the rings breathe with the voice. Outside React: this happens at every frame. */
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
    // oxlint-disable-next-line react/exhaustive-deps -- both are asked anew at every frame
  }, []);
}
