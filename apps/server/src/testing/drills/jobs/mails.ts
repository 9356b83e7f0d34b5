import { setTimeout as delay } from 'node:timers/promises';
import type { DrillResult } from '@relato/testing/drill-result';
import { startMailServer } from '@relato/testing/mail';
import { measureUntil } from '../world/measure-until.ts';
import { createDrillWorld } from '../world/world.ts';

const refusingMs = 6_000;
const patienceMs = 120_000;

/**
 * Users ask for mails while the mail server takes none for now, and the server is killed right after an answer, again and
 * again. One address is refused for good: its mail must be shown to administrators.
 */
export async function refuseMails(kills: number): Promise<DrillResult> {
  const mailServer = await startMailServer();
  const world = await createDrillWorld();
  try {
    const start = async () => {
      const server = await world.start({
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'Relato <relato@example.org>',
      });
      await server.ready();
      return server;
    };
    let server = await start();
    mailServer.behave('later');
    const refusingSinceMs = performance.now();
    const { prisma } = world.database;
    const rows = await prisma.user.findMany({ where: { role: 'user' }, select: { id: true, email: true } });
    const emails = new Map(rows.map(({ id, email }) => [id, email ?? '']));
    const asked: string[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const user = world.userAt(kill);
      const email = emails.get(user.id) ?? '';
      // An address has a limit for half an hour.
      const visitor = { ...user, address: `10.9.${kill % 250}.7` };
      await world.client.change(visitor, 'account.requestPasswordReset', { email });
      asked.push(email);
      await world.kill(server);
      server = await start();
    }
    await delay(refusingMs);
    mailServer.behave('accept');
    const acceptedMs = performance.now();
    const countOf = (email: string): number => mailServer.mails.filter(({ to }) => to.includes(email)).length;
    const wanted = new Set(asked);
    const isAll = () =>
      [...wanted].every((email) => countOf(email) >= asked.filter((each) => each === email).length);
    // A mail waits for longer from one try to the next, up to as long as it has waited before.
    const mostMs = patienceMs + 2 * (acceptedMs - refusingSinceMs);
    const deliveredMs = await measureUntil(isAll, mostMs, acceptedMs);
    // A mail that is sent a second time would come now.
    await delay(1_000);
    const found = await world.check();
    const lost =
      asked.length -
      [...wanted].reduce(
        (sum, email) => sum + Math.min(countOf(email), asked.filter((each) => each === email).length),
        0,
      );
    const doubled = Math.max(0, mailServer.mails.length - asked.length);
    mailServer.behave('refuse');
    const refused = world.userAt(0);
    await world.client.change({ ...refused, address: '10.8.0.1' }, 'account.requestPasswordReset', {
      email: emails.get(refused.id) ?? '',
    });
    const isShown = async () => {
      const page = (await world.client.ask(world.administrator, 'admin.failedJobs', {})) as {
        readonly items: readonly object[];
      };
      return page.items.length > 0;
    };
    const shownMs = await measureUntil(isShown, 15_000);
    return {
      fault: 'REL-29 mail server says 451, killed after the answer',
      tries: kills,
      acknowledged: asked.length,
      lost,
      doubled,
      recoveriesMs: deliveredMs === null ? [] : [deliveredMs],
      problems: [
        ...found.problems,
        ...(deliveredMs === null ? ['not every mail was delivered'] : []),
        ...(shownMs === null ? ['a refused mail is not shown'] : []),
      ],
    };
  } finally {
    await world.close();
    await mailServer.close();
  }
}
