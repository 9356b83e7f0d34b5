/** Longer than a frame takes: a hidden page draws none. */
const noFrameMs = 100;

/**
 * Resolves when the screen shows what the user's press has changed so far. What takes longer than a frame waits for
 * it, so that the press is answered at once.
 */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, noFrameMs);
  });

/** Resolves in a task of its own: until then the browser may draw, and hear the user. */
export const nextTask = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

/** The longest wait for a moment without work; browsers without `requestIdleCallback` wait for so long. */
const busyMs = 500;

/** Resolves when there is nothing else to do, so that a press does not wait for what only prepares later ones. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: busyMs });
    else setTimeout(resolve, busyMs);
  });
