import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { StoryId } from '@relato/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { close, listen } from '../http/http-server.ts';
import { longBytes, publishLong, readToEnd, startReading } from '../testing/slow-reader.ts';
import { useTestApp, type TestUser } from '../testing/test-app.ts';

const test = useTestApp();
let server: Server;
let moderator: TestUser;
beforeAll(async () => {
  server = await listen(test.app, { port: 0, host: '127.0.0.1' });
  moderator = await test.signUp('revisora', 'moderator');
});
afterAll(() => close(server));

let users = 0;
let ana: TestUser;
let story: StoryId;
beforeEach(async () => {
  ana = await test.signUp(`ana_${(users += 1)}`);
  story = await publishLong(test, ana);
});

const ask = (path: string, { token }: TestUser): Promise<Socket> =>
  startReading(server, path, [`Authorization: Bearer ${token}`, 'Connection: close']);

describe('SEC-10: an answer under way ends early', () => {
  it.each([
    ['after a sign-out', () => test.world.services.auth.signOut(ana.token)],
    [
      'after a suspension',
      () => test.world.callAs(moderator.viewer).users.suspend({ userId: ana.viewer.id, reason: 'Acoso' }),
    ],
  ])('%s: the export, and the audio of a private story', async (_case, end) => {
    await test.world.callAs(ana.viewer).stories.unpublish({ id: story });
    const answers = await Promise.all([ask('/export', ana), ask(`/audio/${story}`, ana)]);
    await end();
    for (const answer of answers) expect(await readToEnd(answer)).toBeLessThan(longBytes);
    expect(test.logs.join('')).not.toContain('export failed');
  });

  it('SEC-51: for a moderator who has lost the role', async () => {
    const judge = await test.signUp(`jueza_${users}`, 'moderator');
    await test.world.callAs(moderator.viewer).stories.hide({ id: story, reason: 'Publicidad' });
    const answer = await ask(`/audio/${story}`, judge);
    await test.world.database.prisma.user.update({ where: { id: judge.viewer.id }, data: { role: 'user' } });
    expect(await readToEnd(answer)).toBeLessThan(longBytes);
  });

  it('with its last byte while the session lasts', async () => {
    const answer = await ask(`/audio/${story}`, ana);
    expect(await readToEnd(answer)).toBeGreaterThan(longBytes);
  });
});
