import { adminLimits, doctorChecks } from '@relato/contract';
import { createMailer } from '@relato/mail';
import { createPushKeys } from '@relato/push';
import type { Storage } from '@relato/storage';
import { startMailServer } from '@relato/testing/mail';
import { startLoopback, type LoopbackAnswer } from '@relato/testing/network/loopback';
import { certificate } from '@relato/testing/push/certificate';
import { describe, expect, it, onTestFinished } from 'vitest';
import { rememberBackup } from '../backup/last-backup.ts';
import { useTestApp } from '../testing/test-app.ts';
import { checkAddress, checkTls, describeEnd } from './check-address.ts';
import { checkBackup, checkClock, checkMigrations, checkPush } from './check-database.ts';
import { checkMail } from './check-mail.ts';
import { checkProxy } from './check-proxy.ts';
import { checkDisk, checkStorage } from './check-storage.ts';
import { checkTranscription } from './check-transcription.ts';
import { createDoctor } from './doctor.ts';

const test = useTestApp();

const good = (found: RegExp | string) => ({ found: expect.stringMatching(found) });
const wrong = (found: RegExp | string, advice: RegExp | string) => ({
  found: expect.stringMatching(found),
  advice: expect.stringMatching(advice),
});

const inDays = (days: number) => describeEnd(new Date(Date.now() + (days + 0.5) * 86_400_000));

const behind = (network: string) =>
  checkProxy({
    publicUrl: 'https://relato.example',
    trustedProxies: ['127.0.0.1', '10.0.0.0/8'],
    network,
  });

async function serve(answer: LoopbackAnswer, isTls = false): Promise<string> {
  const server = await startLoopback({
    toStep: () => null,
    answer: () => answer,
    ...(isTls && { tls: certificate }),
  });
  onTestFinished(server.stop);
  return server.url;
}

describe('the doctor on the address', () => {
  const relato = { result: { data: { json: { flags: {} } } } };

  it('recognizes a Relato, a foreign answer, a proxy that changes Host, and no answer', async () => {
    expect(await checkAddress(await serve({ body: relato }))).toEqual(good('leads to a Relato'));
    expect(await checkAddress(await serve({ body: '<html>' }))).toEqual(wrong('answers 200', 'PUBLIC_URL'));
    expect(await checkAddress(await serve({ status: 301, headers: { location: '/' } }))).toEqual(
      wrong('answers 301', 'without a redirect'),
    );
    expect(await checkAddress(await serve({ status: 421 }))).toEqual(wrong('421', 'proxy_set_header Host'));
    expect(await checkAddress('http://127.0.0.1:9')).toEqual(wrong('does not answer', 'PUBLIC_URL'));
  });

  it('finds a certificate that browsers refuse, and an unencrypted address that is not local', async () => {
    expect(await checkTls('http://localhost:3000')).toEqual(good('only this machine'));
    expect(await checkTls('http://relato.example')).toEqual(wrong('is not encrypted', 'speaks TLS'));
    const url = await serve({}, true);
    expect(await checkTls(url)).toEqual(wrong('SELF_SIGNED', 'Renew the certificate'));
    expect(await checkTls((await serve({})).replace('http:', 'https:'))).toEqual(wrong('SSL', 'Renew'));
    expect(inDays(adminLimits.doctor.certificateDays)).toEqual(good('valid for 14 days'));
    expect(inDays(adminLimits.doctor.certificateDays - 1)).toEqual(wrong('13 days', 'Renew it now'));
  });
});

describe('the doctor on the proxy', () => {
  it('finds a proxy that believes its clients, and one that does not name them', async () => {
    expect(await behind('198.51.100.7')).toEqual(good('198.51.100.7'));
    expect(await behind('2001:db8:0:1::/64')).toEqual(good('2001:db8'));
    expect(await behind('203.0.113.7')).toEqual(wrong('whatever address', 'proxy_add_x_forwarded_for'));
    expect(await behind('10.1.2.3')).toEqual(wrong('10.1.2.3', 'send X-Forwarded-For'));
    expect(
      await checkProxy({ publicUrl: 'http://localhost:3000', trustedProxies: [], network: '::1' }),
    ).toEqual(good('none'));
  });
});

describe('the doctor on mail', () => {
  const from = 'Relato <hola@relato.example>';
  const trial = { publicUrl: 'https://relato.example', mailTo: 'jefa@example.org' };

  it('sends a mail, and reports why it cannot', async () => {
    const server = await startMailServer();
    onTestFinished(() => server.close());
    const mailer = createMailer({ smtpUrl: server.url, from, outboxDir: '/nonexistent' });
    expect(await checkMail(mailer, { ...trial, mailTo: null })).toEqual(good('not tried'));
    expect(server.mails).toEqual([]);
    expect(await checkMail(mailer, trial)).toEqual(good('took a mail to jefa@example.org'));
    expect(server.mails).toMatchObject([{ to: ['jefa@example.org'], subject: 'Relato puede enviar correo' }]);
    server.behave('refuse');
    expect(await checkMail(mailer, trial)).toEqual(wrong('does not accept', 'SMTP_URL'));
    const outbox = createMailer({ from, outboxDir: '/nonexistent' });
    expect(await checkMail(outbox, trial)).toEqual(wrong('no mail leaves', 'SMTP_URL'));
  });
});

describe('the doctor on the store', () => {
  it('leaves no object behind, and finds a store that cannot write, changes objects or does not delete them', async () => {
    const { storage } = test.world.services;
    expect(await checkStorage(storage)).toEqual(good('writes, reads and deletes'));
    for await (const batch of storage.list()) expect(batch).toEqual([]);
    const broken = (part: Partial<Storage>) => checkStorage({ ...storage, ...part });
    expect(await broken({ put: () => Promise.reject(new Error('read-only')) })).toEqual(
      wrong('read-only', 'write'),
    );
    expect(await broken({ read: async () => new Uint8Array(64) })).toEqual(wrong('is not what', 'read'));
    expect(await broken({ delete: async () => {} })).toEqual(wrong('stays', 'delete'));
  });

  it('finds a full disk, and one whose size is unknown', async () => {
    const space = { freeBytes: 1e9, bytes: 50e9, disk: '/data' };
    const disk = { hasFreeSpace: async () => true, readSpace: async () => space };
    expect(await checkDisk(disk)).toEqual(good('1000 MB of 50000 MB'));
    expect(await checkDisk({ ...disk, hasFreeSpace: async () => false })).toEqual(wrong('free', 'room'));
    expect(await checkDisk({ ...disk, readSpace: async () => null })).toEqual(wrong('measured', 'DATA_DIR'));
  });
});

it('the doctor finds a transcriber without its model', async () => {
  const { services } = test.world;
  const check = (name: 'local' | 'none', model: { name: string } | null, role: 'all' | 'web' = 'all') =>
    checkTranscription({
      role,
      services: { transcriber: { ...services.transcriber, name } },
      models: { find: async () => model as never, getWanted: async () => 'whisper-base' },
    });
  expect(await check('none', null)).toEqual(good('none'));
  expect(await check('local', { name: 'whisper-base' })).toEqual(good('by whisper-base'));
  expect(await check('local', null)).toEqual(wrong('missing', 'npm run model -- get whisper-base'));
  expect(await check('local', null, 'web')).toEqual(good('by the workers'));
});

describe('the doctor on the database', () => {
  it('finds a clock that is fast or slow', async () => {
    const { database } = test.world;
    const apart = (ms: number) => checkClock(database, () => Date.now() + ms);
    expect(await apart(0)).toEqual(good('agrees|ms apart'));
    for (const ms of [-60_000, 60_000]) expect(await apart(ms)).toEqual(wrong('apart', 'NTP'));
  });

  it('reports whether there is a backup, and its age', async () => {
    const { database } = test.world;
    const made = (daysAgo: number) =>
      rememberBackup(database.url, new Date(Date.now() - daysAgo * 86_400_000).toISOString());
    expect(await checkBackup(database)).toEqual(wrong('none was ever made', 'npm run backup'));
    await made(0);
    expect(await checkBackup(database)).toEqual(good('last 24 hours'));
    await made(adminLimits.doctor.backupDays + 0.1);
    expect(await checkBackup(database)).toEqual(wrong('7 days old', 'every night'));
  });

  it('finds a database that lacks a migration', async () => {
    const { database } = test.world;
    expect(await checkMigrations(database.url)).toEqual(good('all'));
    const [last] = await database.prisma.$queryRaw<{ name: string }[]>`
      DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)
      RETURNING migration_name AS name`;
    expect(await checkMigrations(database.url)).toEqual(wrong(last?.name ?? '', 'Start the servers again'));
  });

  it('finds push keys that are lost or from two pairs', async () => {
    const { prisma } = test.world.database;
    const check = (publicUrl: string, value: object | null) =>
      prisma.$transaction(async (tx) => {
        await tx.setting.deleteMany({ where: { key: 'push' } });
        if (value) await tx.setting.create({ data: { key: 'push', value } });
        return checkPush({ prisma: tx as typeof prisma }, { publicUrl, pusher: null });
      });
    const keys = createPushKeys();
    expect(await check('http://localhost:3000', { ...keys })).toEqual(good('no https'));
    expect(await check('https://localhost', { ...keys })).toEqual(wrong('off', 'public name'));
    expect(await check('https://relato.example', null)).toEqual(wrong('missing', 'backup'));
    const other = createPushKeys().publicKey;
    expect(await check('https://relato.example', { ...keys, publicKey: other })).toEqual(
      wrong('do not belong together', 'backup'),
    );
  });
});

it('the doctor continues after a check that throws', async () => {
  const { services, database } = test.world;
  const disk = { ...services.disk, readSpace: () => Promise.reject(new Error('no such device')) };
  const examine = createDoctor({
    services: { ...services, disk, publicUrl: 'http://127.0.0.1:9' },
    models: { find: async () => null, getWanted: async () => 'x' },
    role: 'all',
    databaseUrl: database.url,
    trustedProxies: [],
  });
  const findings = await examine({ network: '::1' });
  expect(findings.map(({ check }) => check)).toEqual(doctorChecks);
  expect(findings[6]).toMatchObject({ found: 'no such device', advice: expect.any(String) });
});
