import { useEffect, useState } from 'react';

/** Longer than a frame: a hidden page paints none. */
const noFrameMs = 100;

/**
 * Resolves when the screen shows the effect of the user's press. Longer work waits for it, so that the press is answered at
 * once.
 */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, noFrameMs);
  });

/**
 * Returns `value`; a change comes after the paint of the press that made it. Unlike with `useDeferredValue`, no playback that
 * renders several times a second can put it off.
 */
export function useAfterPaint<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    if (Object.is(value, shown)) return;
    let isCurrent = true;
    const follow = async () => {
      await afterPaint();
      if (isCurrent) setShown(value);
    };
    void follow();
    return () => void (isCurrent = false);
  }, [value, shown]);
  return shown;
}

/** Resolves in the next task, before which the browser may paint and handle input. */
export const nextTask = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

/** The longest wait for an idle moment, and the wait in browsers without `requestIdleCallback`. */
const busyMs = 500;

/** Resolves when the browser is idle, so that a press does not wait for preparations of later ones. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: busyMs });
    else setTimeout(resolve, busyMs);
  });

/** Resolves when the next paint is done and the browser is idle, or soon in a page that is hidden or busy. */
export async function atRest(): Promise<void> {
  await afterPaint();
  await idle();
}
