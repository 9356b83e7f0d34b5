/** The waits of several files overlap. More would take too much memory, because each file may be as large as a recording. */
const width = 4;

/** Runs `work` for each item, several at a time. Rejects with the first failure after all running ones have ended. */
export async function forEachOf<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const failures: unknown[] = [];
  async function take(): Promise<void> {
    for (const item of queue) {
      if (failures.length > 0) return;
      await work(item).catch((error: unknown) => void failures.push(error));
    }
  }
  await Promise.all(Array.from({ length: width }, take));
  if (failures.length > 0) throw failures[0];
}
