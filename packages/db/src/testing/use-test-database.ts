import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** Creates the database of a test file before its first test, and drops it after the last one. */
export function useTestDatabase(): TestDatabase {
  const database = {} as TestDatabase; // gets its properties before any test or later hook runs
  beforeAll(async () => void Object.assign(database, await createTestDatabase()));
  afterAll(() => database.close());
  return database;
}
