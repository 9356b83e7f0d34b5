import { createMailer } from '@relato/mail';
import { startMailServer, type FakeMailServer } from '@relato/testing/mail';
import { expectRefusal } from '@relato/testing/error-code';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '../rpc/context.ts';
import { createJobHandlers } from '../job-handlers.ts';
import { prepareJobQueue, startJobQueue, type JobHandlers, type JobQueue } from '../jobs/queue.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();
let server: FakeMailServer;
const errors: Error[] = [];
beforeAll(async () => {
  server = await startMailServer();
  await prepareJobQueue(world.database.url);
});
afterAll(async () => {
  await server.close();
});

interface Process {
  readonly services: Services;
  readonly stop: () => Promise<void>;
}

/** Starts a process with its own queue, with or without workers. */
async function startProcess(isWorker: boolean): Promise<Process> {
  const { database } = world;
  const jobs: JobQueue = await startJobQueue({ database, onError: (error) => void errors.push(error) });
  const mailer = createMailer({
    smtpUrl: server.url,
    from: 'Relato <hola@relato.test>',
    outboxDir: '/nowhere',
  });
  const services = { ...world.services, jobs, mailer };
  const handlers: JobHandlers = createJobHandlers(services);
  if (isWorker) await jobs.work(handlers, {});
  return { services, stop: () => jobs.stop(5_000) };
}

const askForRecovery = ({ services }: Process, email: string) =>
  world
    .callAs(null, '', { jobs: services.jobs, mailer: services.mailer })
    .account.requestPasswordReset({ email });
const listJobs = () =>
  world.database.prisma.$queryRaw<{ name: string; state: string; data: unknown }[]>`
    SELECT name, state::text, data FROM pgboss.job ORDER BY name`;
const skipWaits = () =>
  world.database.prisma.$executeRaw`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`;

describe('REL-29: a queued mail', () => {
  it('survives the process that queued it, and contains no secret before it is sent', async () => {
    const { email } = await world.addUser('olvidadiza');
    const gone = await startProcess(false);
    await askForRecovery(gone, email ?? '');
    await gone.stop();
    expect(await listJobs()).toEqual([
      { name: 'send-mail', state: 'created', data: { kind: 'recover', email } },
    ]);
    const next = await startProcess(true);
    expect((await server.mailTo(email ?? '')).link).toContain('/restablecer#token=');
    await next.stop();
    expect(server.mails).toHaveLength(1);
  });

  it('is sent once a server that deferred it accepts it', async () => {
    const { email } = await world.addUser('paciente');
    server.behave('later');
    const running = await startProcess(true);
    await askForRecovery(running, email ?? '');
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    server.behave('accept');
    await expect.poll(() => skipWaits().then(() => server.mails.length)).toBe(2);
    await running.stop();
  });

  it('is undeliverable at once if the server rejects it permanently, is listed without a secret, and can be retried', async () => {
    const { email } = await world.addUser('mudada');
    const { email: other } = await world.addUser('ilegible');
    const suspended = await world.addUser('suspendida');
    server.behave('refuse');
    const running = await startProcess(true);
    await askForRecovery(running, email ?? '');
    await askForRecovery(running, other ?? '');
    const administrator = await world.addUser('jefe', 'administrator');
    const { admin, users } = world.callAs(administrator, undefined, { jobs: running.services.jobs });
    await users.suspend({ userId: suspended.id, reason: 'Spam' });
    const listFor = async (address: string | null) =>
      (await admin.failedJobs({ job: 'send-mail' })).items.filter(({ about }) =>
        about.endsWith(` to ${address}`),
      );
    for (const address of [email, other, suspended.email])
      await expect.poll(() => listFor(address)).toHaveLength(1);
    expect((await admin.stats()).jobs.failed).toBe(3);
    const [failed] = await listFor(email);
    expect(failed).toEqual({
      id: expect.any(String),
      job: 'send-mail',
      about: `recover to ${email}`,
      error: expect.stringMatching(/^SMTP \S+ does not accept .* \(550\)$/u),
      failedAt: expect.any(Date),
    });
    expect(await listFor(suspended.email)).toMatchObject([{ about: `suspended to ${suspended.email}` }]);
    const first = await admin.failedJobs({ limit: 1 });
    const second = await admin.failedJobs({ limit: 1, cursor: first.nextCursor });
    expect(second.items[0]?.id).not.toBe(first.items[0]?.id);

    server.behave('accept');
    const id = failed?.id ?? '';
    await admin.retryJob({ id });
    expect((await server.mailTo(email ?? '')).link).toContain('/restablecer#token=');
    const [dropped] = await listFor(other);
    await admin.dropJob({ id: dropped?.id ?? '' });
    expect([await listFor(email), await listFor(other)]).toEqual([[], []]);
    await expectRefusal(admin.dropJob({ id }), 'CONFLICT');
    await running.stop();
    expect(await listJobs()).not.toContainEqual(
      expect.objectContaining({ state: 'created', data: { kind: 'recover', email: other } }),
    );
  });
});
