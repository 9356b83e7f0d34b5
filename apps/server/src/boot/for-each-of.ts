/** Enough to wait for several files at once; each may take as much memory as a recording. */
const width = 4;

/** Does `work` for each item, several at a time. Rejects with the first failure once none is running any more. */
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
