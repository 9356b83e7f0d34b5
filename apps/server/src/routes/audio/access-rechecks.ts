/** The interval at which a long answer checks that its caller may still receive it. */
const recheckMs = 1_000;

/** Returns the chunks while `check` resolves. A rejection throws its reason, which ends the connection. */
export function whileAllowed<Chunk>(
  chunks: AsyncIterable<Chunk>,
  check: () => Promise<unknown>,
): AsyncIterableIterator<Chunk> {
  // Uses no generator, because a generator that never began would not close the chunks.
  const reading = chunks[Symbol.asyncIterator]();
  const end = async (): Promise<IteratorResult<Chunk>> =>
    (await reading.return?.()) ?? { done: true, value: undefined };
  let checkedAt = performance.now();
  return {
    next: async () => {
      if (performance.now() - checkedAt > recheckMs) {
        await check().catch(async (error: unknown) => {
          await end();
          throw error;
        });
        checkedAt = performance.now();
      }
      return reading.next();
    },
    return: end,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
