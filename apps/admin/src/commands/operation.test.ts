import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { idOf, lineOf, useStaff } from '../testing/staff.ts';

const { world, jefa, moderator, author, read } = useStaff();

describe('transcription', () => {
  it('lists permanently failed transcriptions, and queues one again', async () => {
    const recordingId = await world.record(author.viewer);
    const failure = {
      provider: 'x',
      status: 'error',
      error: 'boom\u0007',
      attempts: 12,
      finishedAt: new Date(),
    } as const;
    await world.database.prisma.transcript.create({ data: { recordingId, ...failure } });
    expect(lineOf(await read('transcription failed'), recordingId)).toMatch(/ 12 +x +boom\uFFFD$/u);
    expect(await jefa.readJson('transcription failed')).toMatchObject({
      items: [{ recordingId, attempts: 12 }],
    });
    expect(await read(`transcription retry ${recordingId}`)).toBe('Queued again');
    expect(await read('transcription failed')).toBe('None failed');
    const twice = await jefa.type(`transcription retry ${recordingId} --json`);
    expect(twice.code).toBe(1);
    expect(JSON.parse(twice.errors.join(''))).toMatchObject({
      error: { code: 'CONFLICT', happened: { action: 'retry-transcription', by: 'jefa' } },
    });
  });
});

describe('transcription repeat', () => {
  it('lists the matching ones, asks, and queues them page by page', async () => {
    const recordings: string[] = [];
    for (const model of ['base', 'base', 'large']) {
      const recordingId = await world.record(author.viewer);
      recordings.push(recordingId);
      const done = {
        status: 'completed',
        text: 'Érase',
        finishedAt: new Date('2026-03-01T12:00:00Z'),
      } as const;
      await world.database.prisma.transcript.create({
        data: { recordingId, provider: 'local', engine: 'local', model, ...done },
      });
    }
    const [first = '', second = '', other = ''] = recordings;
    const base = 'transcription repeat --engine local --model base';
    const listed = await read(`${base} --before 2026-03-02 --dry-run`);
    expect(lineOf(listed, first)).toMatch(/ local +base +2026-03-01T12:00Z/u);
    expect(listed).toContain(second);
    expect(listed).not.toContain(other);
    expect(await read(`${base} --before 2026-03-01 --dry-run`)).toBe('None match');
    expect((await jefa.type(`${base} --before soon`)).errors.join('')).toContain(
      '--before must be a day like 2026-01-31',
    );
    expect((await jefa.type(base)).code).toBe(2);

    const done = await jefa.type(`${base} --all --yes`);
    expect(done.code).toBe(0);
    expect(await read(`${base} --dry-run`)).toBe('None match');
    const queued = await world.database.prisma.transcript.count({
      where: { recordingId: { in: recordings }, status: 'queued', text: 'Érase' },
    });
    expect(queued).toBe(2);
    expect(await read('log --action repeat-transcriptions')).toContain(' transcripts ');
  });
});

describe('inspection', () => {
  it('lists permanently failed inspections, queues one again, and drops one', async () => {
    const recordingId = await world.upload(author.viewer, 'chromium_timeslice_noduration.webm');
    const failed = {
      inspectionFailedAt: new Date(),
      inspectionAttempts: 5,
      inspectionError: 'the disk failed',
    };
    const fail = () => world.database.prisma.recording.update({ where: { id: recordingId }, data: failed });
    await fail();
    expect(lineOf(await read('inspection failed'), recordingId)).toMatch(/ 5 +the disk failed$/u);
    expect(await read('stats')).toMatch(
      /^Users +\d+, \d+ suspended\nStories +.*\nComments +\d+\nAudio +\S+ MB\nReports .*\nAppeals +\d+ open\nInspections +1 failed\n/u,
    );
    expect(await read(`inspection retry ${recordingId}`)).toBe('Queued again');
    expect(await read('inspection failed')).toBe('None failed');
    await fail();
    expect(await read(`inspection drop ${recordingId} --yes`)).toBe('Dropped');
    const twice = await jefa.type(`inspection drop ${recordingId} --yes --json`);
    expect(JSON.parse(twice.errors.join(''))).toMatchObject({
      error: { code: 'CONFLICT', happened: { action: 'drop-inspection', by: 'jefa' } },
    });
    expect((await moderator.type('inspection failed')).code).toBe(1);
  });
});

const failJob = (name: string, data: object) =>
  world.database.prisma.$executeRaw`INSERT INTO pgboss.job (name, data, source_output)
    VALUES (${name}, ${data}, ${{ message: 'no such mailbox' }})`;

describe('jobs', () => {
  it('REL-10: lists permanently failed jobs, queues one again, and drops one', async () => {
    const mail = { kind: 'recover', email: author.email };
    await failJob('send-mail.dead', mail);
    await failJob('forget-transcript.dead', { provider: 'assemblyai', providerJob: 'x-1' });
    const line = lineOf(await read('jobs list'), author.email);
    expect(line).toMatch(/ send-mail +recover to \S+ +\d{4}-\S+Z +no such mailbox$/u);
    expect(await read('jobs list --job forget-transcript')).toMatch(/ assemblyai x-1 /u);
    expect(await read('jobs list --job forget-transcript')).not.toContain(author.email);
    expect(await jefa.readJson('stats')).toMatchObject({ jobs: { failed: 2 } });
    expect(await read(`jobs retry ${idOf(line)}`)).toBe('Queued again');
    expect(await read('jobs list --job send-mail')).toBe('None failed');
    await failJob('send-mail.dead', mail);
    const id = idOf(lineOf(await read('jobs list'), author.email));
    expect(await read(`jobs drop ${id} --yes`)).toBe('Dropped');
    const twice = await jefa.type(`jobs drop ${id} --yes --json`);
    expect(JSON.parse(twice.errors.join(''))).toMatchObject({
      error: { code: 'CONFLICT', happened: { action: 'drop-job', by: 'jefa' } },
    });
    expect((await moderator.type('jobs list')).code).toBe(1);
  });

  it('are retried once, for any number of requests from any place', async () => {
    await failJob('forget-transcript.dead', { provider: 'assemblyai', providerJob: 'x-2' });
    const id = idOf(lineOf(await read('jobs list --job forget-transcript'), 'x-2'));
    const both = await Promise.all([1, 2].map(() => jefa.type(`jobs retry ${id} --json`)));
    expect(new Set(both.map(({ code }) => code))).toEqual(new Set([0, 1]));
    const second = both.find(({ code }) => code === 1);
    expect(JSON.parse(second?.errors.join('') ?? '')).toMatchObject({
      error: { code: 'CONFLICT', happened: { action: 'retry-job', by: 'jefa' } },
    });
    const gone = await jefa.type(`jobs retry ${crypto.randomUUID()} --json`);
    expect(JSON.parse(gone.errors.join(''))).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });
});

describe('storage', () => {
  it('is verified batch by batch, and repaired after a confirmation', async () => {
    const id = await world.record(author.viewer);
    const { playbackKey } = await world.database.prisma.recording.findUniqueOrThrow({ where: { id } });
    await world.services.storage.delete(playbackKey ?? '');
    const { code, printed } = await jefa.type('storage verify --no-hashes');
    expect(code).toBe(5);
    const table = printed.join('\n');
    expect(table.split('\n').find((line) => line.startsWith(id) && line.includes(' copy '))).toMatch(
      / missing +no$/u,
    );
    expect(table).toMatch(/\d+ recordings checked, \d+ problems\n0 objects without a recording$/u);
    const { errors } = await jefa.type('storage verify --no-hashes');
    const [, cursor] = /interrupted, go on with --cursor (\S+)$/u.exec(errors.at(-1) ?? '') ?? [];
    expect(await read(`storage verify --cursor ${cursor}`)).toMatch(/^0 recordings checked, 0 problems\n0 /u);
    const { questions } = await jefa.type('storage repair', [], { answers: ['no'] });
    expect(questions).toEqual(['Repair the stored audio? [y/N] ']);
    expect((await jefa.type('storage repair --yes')).code).toBe(0);
    expect((await jefa.type('storage verify --no-hashes')).code).toBe(0);
    expect((await moderator.type('storage verify')).code).toBe(1);
  });
});

it('a check of the storage says what becomes of objects without a recording', async () => {
  const { storage } = world.services;
  const age = (key: string) => utimes(join(world.audioDir, key), 0, 0);
  const left = `original/aa/${'a'.repeat(40)}.bin`;
  await storage.put(left, new Uint8Array(1));
  await age(left);
  expect(await read('storage verify')).toMatch(
    /\n1 objects without a recording, which stay: they outnumber/u,
  );
  expect((await jefa.type('storage repair --yes')).printed.at(-1)).toMatch(/, which stay: they outnumber/u);
  const id = await world.record(author.viewer);
  const { originalKey } = await world.database.prisma.recording.findUniqueOrThrow({ where: { id } });
  await age(originalKey ?? '');
  expect(await read('storage verify')).toMatch(
    /\n1 objects without a recording, deleted at the daily cleanup$/u,
  );
  expect((await jefa.type('storage repair --yes')).printed.at(-1)).toMatch(/^1 objects .*, deleted$/u);
  expect(await read('storage verify')).toMatch(/\n0 objects without a recording$/u);
});

describe('settings', () => {
  it('are read, and changed one by one', async () => {
    expect(await read('settings get')).toBe(
      'showDownvotes     false\nrecordOnly        true\nreviewFirstStory  false',
    );
    expect(await read('settings set --show-downvotes')).toBe(
      'showDownvotes     true\nrecordOnly        true\nreviewFirstStory  false',
    );
    expect(await jefa.readJson('settings set --no-record-only --no-show-downvotes')).toEqual({
      flags: { showDownvotes: false, recordOnly: false, reviewFirstStory: false },
    });
    expect(await jefa.readJson('settings get')).toEqual({
      flags: { showDownvotes: false, recordOnly: false, reviewFirstStory: false },
      announcement: null,
    });
    expect(await read('announce', ['El sábado no se graba'])).toBe('Announced');
    expect(await read('announce', ['El domingo no se graba', '--until', '2999-01-31'])).toBe('Announced');
    expect(await read('settings get')).toMatch(
      /^announcement +El domingo no se graba\nuntil +2999-01-31\n/mu,
    );
    expect(await read('end-announcement')).toBe('Ended: El domingo no se graba');
    expect(await read('end-announcement')).toBe('There is none');
    expect(await jefa.readJson('settings get')).toMatchObject({ announcement: null });
    expect((await moderator.type('end-announcement')).code).toBe(1);
    expect((await jefa.type('settings set')).errors).toEqual([expect.stringContaining('Name a flag')]);
    expect((await moderator.type('settings get')).code).toBe(1);
  });
});

describe('the overview', () => {
  it('is one record, for administrators', async () => {
    expect(await read('overview')).toMatch(
      /^Users +\d+, \d+ new this week\nStories +\d+ public, .*\nOldest report +none\n/u,
    );
    expect(await read('overview')).toMatch(/^Disk grows +no trend after 0 of 7 days$/mu);
    await world.database.prisma
      .$executeRaw`INSERT INTO space_use (day, disk_used_bytes, disk_bytes, database_bytes)
      SELECT day, 1e9 + n * 2e6, 2e9, 1e6 * n
      FROM (SELECT n, (clock_timestamp() AT TIME ZONE 'UTC')::date - 8 + n AS day FROM generate_series(1, 8) n) d`;
    expect(await read('overview')).toMatch(
      /^Disk grows +2 MB a day, full on \d{4}-\d\d-\d\d\nDatabase grows +1 MB a day$/mu,
    );
    expect((await moderator.type('overview')).code).toBe(1);
  });
});

describe('the history', () => {
  it('is one line a day, for administrators', async () => {
    const { prisma } = world.database;
    await prisma.spaceUse.deleteMany();
    expect(await read('history')).toBe('Nothing yet');
    await prisma.$executeRaw`INSERT INTO space_use
        (day, disk_used_bytes, database_bytes, users, stories, public_stories, oldest_report_seconds)
      SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date - n, CASE n WHEN 0 THEN 1.5e9 END, 1e6, 3, 2, 1, n * 7200
      FROM generate_series(0, 1) n`;
    expect(await read('history')).toMatch(
      /^DAY .*\n\S+ +- +1 MB +3 +2 +1 +2 h old\n\S+ +1,500 MB +1 MB +3 +2 +1 +none$/u,
    );
    expect((await moderator.type('history')).code).toBe(1);
  });
});

describe('counters', () => {
  it('are verified and repaired', async () => {
    const id = await world.publishStory(author.viewer, { title: 'El tren' });
    await world.database.prisma.story.update({ where: { id }, data: { commentsCount: 7 } });
    const { code, printed } = await jefa.type('counters verify');
    expect(code).toBe(5);
    expect(printed.join('\n')).toMatch(new RegExp(String.raw`^comments  ${id} +7 +0\n\n1 wrong$`, 'mu'));
    const { questions } = await jefa.type('counters repair', [], { answers: ['n'] });
    expect(questions).toHaveLength(1);
    expect(await jefa.readJson('counters repair --yes')).toEqual({
      total: 1,
      differences: [{ counter: 'comments', id, stored: 7, counted: 0 }],
    });
    expect(await jefa.readJson('counters verify')).toEqual({ total: 0, differences: [] });
    expect(await read('counters repair --yes')).toBe('Every counter is correct');
  });
});

describe('the duties of an operator', () => {
  it('legal check names the settings that the pages lack, and fails', async () => {
    const { code, printed } = await jefa.type('legal check');
    expect(code).toBe(5);
    expect(printed.join('\n')).toMatch(/^OPERATOR_TAX_ID +NIF$/mu);
    expect((await jefa.type('legal check --json')).code).toBe(5);
    expect((await moderator.type('legal check')).code).toBe(1);
  });

  it('doctor reports good or wrong for each check, and fails if one is wrong', async () => {
    const { code, printed } = await jefa.type('doctor');
    expect(code).toBe(5);
    const lines = printed.join('\n');
    expect(lines).toMatch(/^good +address +http:\S+ leads to a Relato/mu);
    expect(lines).toMatch(/^wrong +backup +none was ever made +Run npm run backup/mu);
    const { code: sameCode, printed: json } = await jefa.type('doctor --json');
    expect(sameCode).toBe(5);
    expect(JSON.parse(json.join(''))).toContainEqual({
      check: 'storage',
      found: 'writes, reads and deletes',
      advice: null,
    });
    expect((await jefa.type('doctor --mail-to nadie')).code).toBe(2);
    expect((await moderator.type('doctor')).code).toBe(1);
  });

  it('register lists exports and deletions', async () => {
    expect(await read('register')).toBe('Nothing yet');
    const createdAt = new Date('2026-11-29T12:00:00Z');
    await world.database.prisma.registerEntry.create({
      data: { id: crypto.randomUUID(), kind: 'export', things: 24, createdAt },
    });
    expect(await read('register')).toMatch(/^2026-11-29T12:00Z +export +24$/mu);
  });
});
