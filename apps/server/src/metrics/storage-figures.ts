import { StorageError, type Storage } from '@relato/storage';
import { Counter, Histogram, type Registry } from 'prom-client';

export interface StorageFigures {
  /** Returns a store that counts the calls of `storage` and their durations. */
  readonly watchStorage: (storage: Storage) => Storage;
  readonly countStorageRetry: (reason: string) => void;
}

/** In seconds. A file takes milliseconds, a remote store tens of them, and a store in trouble is retried for half a minute. */
const buckets = [0.002, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

export function createStorageFigures(registers: Registry[]): StorageFigures {
  const calls = new Histogram({
    name: 'relato_storage_duration_seconds',
    help: 'Calls of the store by operation and outcome: ok, missing, full, unavailable, failed. Reading: until the first byte.',
    labelNames: ['operation', 'outcome'],
    buckets,
    registers,
  });
  const retries = new Counter({
    name: 'relato_storage_retries_total',
    help: 'Requests to the store that were made again, by reason: slow-down, server, network, timeout.',
    labelNames: ['reason'],
    registers,
  });
  async function watch<Result>(operation: string, work: () => Promise<Result>): Promise<Result> {
    const measure = calls.startTimer({ operation });
    try {
      const result = await work();
      measure({ outcome: 'ok' });
      return result;
    } catch (error) {
      measure({ outcome: error instanceof StorageError ? error.reason : 'failed' });
      throw error;
    }
  }
  return {
    countStorageRetry: (reason) => retries.inc({ reason }),
    watchStorage: (storage) => ({
      ...storage,
      put: (key, content) => watch('put', () => storage.put(key, content)),
      read: (key) => watch('read', () => storage.read(key)),
      open: (key, range) => watch('open', () => storage.open(key, range)),
      measure: (key, options) => watch('measure', () => storage.measure(key, options)),
      delete: (key) => watch('delete', () => storage.delete(key)),
    }),
  };
}
