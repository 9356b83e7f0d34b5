import { describe, expect, it } from 'vitest';
import { diffToSchema, readSchema } from './schema-engine.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

describe('the migrations', () => {
  const database = useTestDatabase();

  it('agree with the schema, except for constructs that Prisma cannot express', async () => {
    expect(await diffToSchema(database.url)).toBe('');
  });

  it('differ from a schema with a further field', async () => {
    const schema = (await readSchema()).map(({ path, content }) => ({
      path,
      content: content.replace('model Story {', 'model Story {\n  nowhereElse String?\n'),
    }));
    expect(await diffToSchema(database.url, schema)).toContain(
      'ALTER TABLE "stories" ADD COLUMN     "nowhereElse" TEXT',
    );
  });

  it('REL-18: leave the times of rows to the clock of the database', async () => {
    const texts = (await readSchema()).map(({ content }) => content.replaceAll(/\/\/.*/g, '')).join('\n');
    expect(texts.match(/@default\(now\(\)\)|@updatedAt/g)).toBeNull();
  });

  it('compare with the time of the statement, because a condition with that of the row uses no index', async () => {
    const compares = String.raw`[<>]=?\s*\(?clock_timestamp|=\s*date_trunc\([^,]+,\s*\(?clock_timestamp`;
    const functions = await database.prisma.$queryRaw`
      SELECT p.proname FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
        AND pg_get_functiondef(p.oid) ~ ${compares}`;
    expect(functions).toEqual([]);
  });
});
