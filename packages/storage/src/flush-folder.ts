import { open } from 'node:fs/promises';

/** Makes the names in a folder survive a power cut. */
export async function flushFolder(path: string): Promise<void> {
  // Windows cannot open a folder, but its file system journals new names itself.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
