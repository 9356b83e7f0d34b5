import { formatMegabytes } from '@relato/contract';
import { newObjectKey, type DiskSpace, type Storage } from '@relato/storage';
import type { Examined } from './examined.ts';

const storeAdvice =
  'Let the user of the server read, write and delete in DATA_DIR/audio or in the bucket of S3_BUCKET (docs/operations.md, "Storage").';

/** Writes an object, reads it and deletes it. */
export async function checkStorage(storage: Storage): Promise<Examined> {
  const key = newObjectKey('original', 'bin');
  const written = crypto.getRandomValues(new Uint8Array(64));
  try {
    await storage.put(key, written);
    const read = await storage.read(key);
    await storage.delete(key);
    if (Buffer.compare(read, written) !== 0)
      return { found: 'what is read is not what was written', advice: storeAdvice };
    if ((await storage.measure(key, { hash: false })) !== null)
      return { found: 'what is deleted stays', advice: storeAdvice };
    return { found: 'writes, reads and deletes' };
  } catch (error) {
    await storage.delete(key).catch(() => {});
    return { found: error instanceof Error ? error.message : String(error), advice: storeAdvice };
  }
}

/** Checks the free space for uploads. */
export async function checkDisk(disk: DiskSpace): Promise<Examined> {
  const space = await disk.readSpace();
  if (space === null)
    return { found: 'cannot be measured', advice: 'See whether DATA_DIR is there, and on a healthy disk.' };
  const found = `${formatMegabytes(space.freeBytes)} of ${formatMegabytes(space.bytes)} are free`;
  return (await disk.hasFreeSpace())
    ? { found }
    : { found, advice: 'Free some room: uploads wait (docs/operations.md, "Disk space").' };
}
