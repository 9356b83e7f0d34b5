/** Longer than the database needs, and shorter than a reader notices. */
export const usualPageWaitMs = 300;

/** Resolves with the value, or with null if it fails or takes longer than `waitMs`, so that the page is sent without it. */
export async function nullIfLate<Value>(waitMs: number, value: Promise<Value>): Promise<Value | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), waitMs);
  try {
    return await Promise.race([value.catch(() => null), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
