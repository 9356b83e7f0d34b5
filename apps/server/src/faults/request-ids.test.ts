import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@relato/db/testing/database';
import { startServerProcess, type ServerProcess } from '@relato/testing/server-process';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;
let database: TestDatabase;
let server: ServerProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relato-ids-'));
  database = await createTestDatabase();
  server = await startServerProcess({
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    DATABASE_TIMEOUT_SECONDS: '30',
    // No process listens on this port.
    SMTP_URL: 'smtp://127.0.0.1:9',
    LOG_LEVEL: 'info',
  });
  await server.ready();
});
afterAll(async () => {
  await server.stop();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the log lines that name a request, without those of the start. */
const linesOf = (requestId: string): Readonly<Record<string, unknown>>[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes(requestId))
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);

it('REL-25: the log shows under the id of a request why the job that it queued failed', async () => {
  const email = 'olvidadiza@example.org';
  await database.prisma.user.create({
    data: {
      id: randomUUID(),
      email,
      emailVerifiedAt: new Date(),
      profile: { create: { username: 'olvido' } },
    },
  });
  const answer = await fetch(`${server.url}/trpc/account.requestPasswordReset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json: { email } }),
  });
  expect(answer.status).toBe(200);
  const requestId = answer.headers.get('x-request-id') ?? '';
  // The job is tried again later.
  const firstLines = () => linesOf(requestId).slice(0, 3);
  await expect.poll(() => firstLines().map(({ msg }) => msg)).toEqual(['request', 'job queue', 'job']);
  expect(firstLines()).toMatchObject([
    { path: '/trpc/account.requestPasswordReset', status: 200 },
    { err: { message: expect.stringMatching(/^job send-mail .* failed$/u), cause: { type: 'MailError' } } },
    { job: 'send-mail', outcome: 'failed' },
  ]);
});
