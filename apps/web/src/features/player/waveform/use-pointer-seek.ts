import { useRef, useState, type PointerEvent } from 'react';

const touchSlopPx = 6;

function ratioAt(event: PointerEvent): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return width === 0 ? 0 : Math.min(Math.max((event.clientX - left) / width, 0), 1);
}

/**
 * Seeks by pointer: `ratio` follows the finger, and `onCommit` gets the ratio where it was lifted. A touch that becomes
 * a vertical scroll changes nothing.
 */
export function usePointerSeek(onCommit: (ratio: number) => void) {
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
