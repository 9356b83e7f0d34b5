import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { waitUntil } from '../embedded/processes.ts';
import { createTestDatabase } from './database.ts';
import { createUser } from './factories.ts';

it('a killed test run leaves no server and no file behind', async () => {
  const module = new URL('cluster.ts', import.meta.url).href;
  const program = `import { startTestCluster } from ${JSON.stringify(module)};
    console.log((await startTestCluster()).url);
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let url = '';
  for await (const line of createInterface(child.stdout)) {
    url = line;
    break;
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  client.on('error', () => {});
  const { rows } = await client.query<{ folder: string }>(
    "SELECT current_setting('data_directory') AS folder",
  );
  const folder = `${rows[0]?.folder}/..`;
  expect((await stat(folder)).isDirectory()).toBe(true);

  child.kill('SIGKILL');
  const isGone = () =>
    stat(folder).then(
      () => false,
      () => true,
    );
  expect(await waitUntil(60_000, isGone)).toBe(true);
});

it('reset empties every table, even the moderation log', async () => {
  const database = await createTestDatabase();
  const { prisma } = database;
  const actorId = await createUser(prisma);
  const entry = { action: 'hide-story', targetType: 'story' };
  await prisma.moderationLog.create({ data: { id: actorId, targetId: actorId, actorId, ...entry } });
  await database.reset();
  expect([
    await prisma.user.count(),
    await prisma.profile.count(),
    await prisma.moderationLog.count(),
  ]).toEqual([0, 0, 0]);
  await database.close();
});
