export { createDiskSpace, type DiskSpace } from './disk-space.ts';
export { createDiskStorage } from './disk-storage.ts';
export { flushFolder } from './flush-folder.ts';
export { checkS3, StorageSettingsError } from './s3/check-s3.ts';
export type { S3Settings } from './s3/s3-settings.ts';
export { createS3Storage } from './s3/s3-storage.ts';
export {
  isStoreTrouble,
  markName,
  newObjectKey,
  StorageError,
  type ListedObject,
  type ObjectRange,
  type Storage,
  type StoredObject,
} from './storage.ts';
