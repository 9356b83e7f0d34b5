// `pnpm run migrate:new <name>` writes the migration for the changes in prisma/schema. Read the file before committing,
// because a renamed column becomes a dropped and an added one. `--empty` creates a file for hand-written SQL.
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { migrationsDir } from './migrations.ts';
import { diffToSchema } from './schema-engine.ts';
import { startTestCluster } from './testing/cluster.ts';
import { createTestDatabase } from './testing/database.ts';

async function findChanges(): Promise<string> {
  const cluster = await startTestCluster();
  try {
    const database = await createTestDatabase(cluster.url);
    try {
      return await diffToSchema(database.url);
    } finally {
      await database.close();
    }
  } finally {
    await cluster.stop();
  }
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { empty: { type: 'boolean' } },
});
const name = positionals[0] ?? '';
const isName = /^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(name);
const changes = isName && !values.empty ? await findChanges() : '';
if (!isName) {
  process.stderr.write(
    'Name what changes, in words like add_story_mood: pnpm run migrate:new add_story_mood\n',
  );
  process.exitCode = 1;
} else if (changes === '' && !values.empty) {
  process.stderr.write(
    'The migrations already give what the schema says. For SQL written by hand: --empty\n',
  );
  process.exitCode = 1;
} else {
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const folder = join(migrationsDir, `${time}_${name}`);
  await mkdir(folder);
  await writeFile(join(folder, 'migration.sql'), `${changes}\n`);
  process.stdout.write(`${relative(process.cwd(), join(folder, 'migration.sql'))}\n`);
}
