/** Longer than the database takes, and shorter than a reader notices. */
const timeoutMs = 300;

/** Resolves with the value, or with null if it fails or takes too long: the page is sent without it. */
export async function inTime<Value>(value: Promise<Value>): Promise<Value | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), timeoutMs);
  try {
    return await Promise.race([value.catch(() => null), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
