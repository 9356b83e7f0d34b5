export { createDiskSpace, type DiskSpace } from './disk-space.ts';
export { createDiskStorage } from './disk-storage.ts';
export { newObjectKey, StorageError, type ObjectRange, type Storage, type StoredObject } from './storage.ts';
export { createUploadFolder, type UploadFolder } from './upload-folder.ts';
