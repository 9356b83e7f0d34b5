import { open } from 'node:fs/promises';

/** Makes the names in a folder survive a power cut. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
