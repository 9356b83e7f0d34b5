import { join } from 'node:path';
import { serverLimits } from '@relato/contract';
import {
  checkS3,
  createDiskSpace,
  createDiskStorage,
  createS3Storage,
  StorageSettingsError,
  type DiskSpace,
  type Storage,
} from '@relato/storage';
import type { Settings } from '../boot/env.ts';

type StorageSettings = Pick<Settings, 's3' | 'dataDir'>;
interface StorageOptions {
  /** Called before a request to the store is repeated. */
  readonly onRetry?: (reason: string) => void;
  /** Called with the reason if the store does not answer. Without it, the error is thrown. */
  readonly onSilent?: (error: StorageSettingsError) => void;
}

/** Opens the store of a kind and makes sure that it works. Throws StorageSettingsError with a line that names the setting. */
export async function openStorage(
  kind: Settings['storage'],
  { s3, dataDir }: StorageSettings,
  { onSilent, ...options }: StorageOptions = {},
): Promise<{ readonly storage: Storage; readonly close: () => Promise<void> }> {
  if (kind === 'disk')
    return { storage: createDiskStorage(join(dataDir, 'audio')), close: () => Promise.resolve() };
  if (!s3)
    throw new StorageSettingsError('S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set.');
  await checkS3(s3).catch((error: unknown) => {
    if (!onSilent || !(error instanceof StorageSettingsError && error.mayPass)) throw error;
    onSilent(error);
  });
  const storage = createS3Storage(s3, options);
  return { storage, close: storage.close };
}

/**
 * Watches the free space for uploads on the disks of the audio and of the embedded database, which may be links to other
 * disks. With a remote store and database, uploads fill no disk of this machine, and the store itself reports that it is
 * full.
 */
export function watchDisk({ storage, databaseUrl, dataDir }: Settings): DiskSpace {
  const filled = [
    ...(storage === 'disk' ? ['audio'] : []),
    ...(databaseUrl === undefined ? ['postgres'] : []),
  ].map((name) => join(dataDir, name));
  return createDiskSpace([dataDir, ...filled], {
    ...serverLimits.disk,
    ...(filled.length === 0 && { minFreeBytes: 0, minFreeRatio: 0 }),
  });
}
