/** How often it is checked during a long answer that it may still be sent. */
const recheckMs = 1_000;

/** Returns the chunks for as long as `check` resolves. Then it throws the reason, which ends the connection. */
export function whileAllowed<Chunk>(
  chunks: AsyncIterable<Chunk>,
  check: () => Promise<unknown>,
): AsyncIterableIterator<Chunk> {
  // No generator: one that was never begun would not close what it reads.
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
