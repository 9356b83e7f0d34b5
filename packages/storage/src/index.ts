export { createDiskStorage } from './disk-storage.ts';
export { newObjectKey, StorageError, type ObjectRange, type Storage, type StoredObject } from './storage.ts';
