import { createTestDatabase } from './testing/database.ts';
import { expect, it } from 'vitest';
import { diffToSchema } from './schema-engine.ts';

it('has migrations that agree with the schema', async () => {
  const database = await createTestDatabase();
  expect(await diffToSchema(database.url)).toBe('');
  await database.close();
});
