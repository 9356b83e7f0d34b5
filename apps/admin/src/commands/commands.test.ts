import { randomUUID } from 'node:crypto';
import type { TestAccount } from '@relato/api/testing/world';
import type { StoryId } from '@relato/contract';
import { createReport } from '@relato/db/testing/factories';
import { errorCode } from '@relato/testing/error-code';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createServedWorld, type ServedWorld } from '../testing/served-world.ts';
import { createTerminal, type Terminal } from '../testing/terminal.ts';

let world: ServedWorld;
let jefa: Terminal;
let moderator: Terminal;
let author: TestAccount;
beforeAll(async () => {
  world = await createServedWorld();
  jefa = await signInAs('jefa', 'administrator');
  moderator = await signInAs('moderadora', 'moderator');
});
beforeEach(async () => {
  author = await world.signUp(`autora_${randomUUID().slice(0, 8)}`);
});
afterAll(async () => {
  await Promise.all([jefa.close(), moderator.close()]);
  await world.close();
});

async function signInAs(username: string, role: 'moderator' | 'administrator'): Promise<Terminal> {
  const { email, password } = await world.signUp(username, role);
  const terminal = await createTerminal();
  await terminal.type(`sign-in --url ${world.url} --email ${email}`, [], { answers: [password] });
  return terminal;
}

const reason = ['--reason', 'Es spam'];
const note = ['--note', 'Nada malo'];
const publicPage = { items: [], nextCursor: null };

const idOf = (line = ''): string | undefined => line.split(' ')[0];

async function publishReportedStory(title = 'El tren'): Promise<StoryId> {
  const id = await world.publishStory(author.viewer, { title });
  await createReport(world.database.prisma, { storyId: id });
  await createReport(world.database.prisma, { storyId: id, reason: 'offensive' });
  return id;
}

/** Runs a command line and returns its output. Throws if it fails. */
async function read(line: string, more: readonly string[] = [], terminal = jefa): Promise<string> {
  const { code, printed, errors } = await terminal.type(line, more);
  if (code !== 0) throw new Error([code, ...errors].join('\n'));
  return printed.join('\n');
}
/** Returns the line of a table that contains `id`. */
const lineOf = (table: string, id: string): string =>
  table.split('\n').find((line) => line.includes(id)) ?? '';

describe('reports', () => {
  it('are listed by story, as a table and as JSON', async () => {
    const id = await publishReportedStory();
    const table = await read('reports list');
    expect(table.split('\n')[0]).toMatch(
      /^STORY +STATUS +REPORTS +REASONS +SINCE +MODERATOR +AUTHOR +TITLE$/u,
    );
    expect(lineOf(table, id)).toMatch(
      new RegExp(
        String.raw`^${id} {2}pending +2  spam 1, offensive 1 +\d{4}-\S+Z  - +@${author.username} +El tren$`,
        'u',
      ),
    );
    expect(await jefa.readJson('reports list --limit 50')).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({
          reportsCount: 2,
          story: expect.objectContaining({ id, title: 'El tren' }),
        }),
      ]),
      nextCursor: null,
    });
    expect(await read('reports list --status dismissed')).toBe('No reports');
  });

  it('are reviewed, and dismissed or resolved', async () => {
    const [kept, hidden, dismissed] = [
      await publishReportedStory(),
      await publishReportedStory(),
      await publishReportedStory(),
    ];
    for (const id of [kept, hidden]) expect(await read(`reports review ${id}`)).toContain(id);
    expect(await jefa.readJson(`reports review ${dismissed}`)).toBeNull();
    expect(await read(`reports dismiss ${dismissed}`, note)).toBe('Dismissed');
    expect(await read(`reports resolve ${kept} --story keep`, note)).toBe('Resolved; the story is kept');
    expect(await read(`reports resolve ${hidden} --story hide --yes`, note)).toBe(
      'Resolved; the story is hidden',
    );
    expect(lineOf(await read('reports list --status dismissed'), dismissed)).toContain('@jefa');
    expect(lineOf(await read('stories hidden'), hidden)).toContain('Nada malo');
    const again = await moderator.type(`reports dismiss ${dismissed}`, note);
    expect([again.code, again.errors.join()]).toEqual([
      1,
      expect.stringMatching(
        /^The server refused: CONFLICT\. Last was dismiss-reports by @jefa at .*: Nada malo$/u,
      ),
    ]);
  });

  it('are listed by page, or all with --all', async () => {
    await publishReportedStory();
    await publishReportedStory();
    const first = await jefa.type('reports list --limit 1');
    expect(first.printed).toHaveLength(2);
    const cursor = /--cursor (\S+)$/u.exec(first.errors.join(''))?.[1] ?? '';
    const second = await jefa.type(`reports list --limit 1 --cursor ${cursor}`);
    expect(second.printed[1]).not.toBe(first.printed[1]);
    const all = await jefa.type('reports list --all');
    expect(all.printed.slice(1, 3).map(idOf)).toEqual([first.printed[1], second.printed[1]].map(idOf));
    expect(all.errors).toEqual([]);
    const { items, nextCursor } = (await jefa.readJson('reports list --all --limit 1')) as typeof publicPage; // a page
    expect([items.length, nextCursor]).toEqual([all.printed.length - 1, null]);
    expect((await jefa.type('reports list --cursor nonsense')).errors).toEqual([
      'The server refused: CURSOR_INVALID',
    ]);
  });
});

describe('stories', () => {
  it('are listed, shown, hidden and restored', async () => {
    const id = await world.publishStory(author.viewer, { title: 'El tren de las 6' });
    expect(lineOf(await read('stories list --search TREN'), id)).toMatch(
      new RegExp(String.raw`^${id} +0 +0 +\S+Z +@${author.username} +El tren de las 6$`, 'u'),
    );
    expect(await jefa.readJson('stories list --search xyzzy')).toEqual(publicPage);
    expect(await read('stories list --tags xyzzy')).toBe('No public stories');
    expect(await read(`stories hide ${id} --yes`, reason)).toContain(`stories restore ${id}`);
    expect(lineOf(await read('stories hidden'), id)).toContain('Es spam');
    const shown = await read(`stories show ${id}`);
    expect(shown).toMatch(/^State +hidden since \S+: Es spam$/mu);
    expect(shown).toMatch(/^Title +El tren de las 6$/mu);
    expect(await moderator.readJson(`stories show ${id}`)).toMatchObject({
      id,
      hidden: { reason: 'Es spam' },
    });
    const twice = await moderator.type(`stories hide ${id} --yes`, reason);
    expect(twice.errors.join()).toMatch(/CONFLICT\. Last was hide-story by @jefa at .*: Es spam$/u);
    expect(await moderator.readJson(`stories restore ${id}`, reason)).toBeNull();
    expect(await read(`stories show ${id}`)).toMatch(/^State +public$/mu);
    expect(lineOf(await read('stories hidden'), id)).toBe('');
  });

  it('cannot move the cursor of the terminal or imitate another line', async () => {
    const title = '\u001B[2J\u001B]0;dueño\u0007Bien\r\nOK\u009B31m\u202Enert\u2028fin';
    const id = await publishReportedStory(title);
    for (const line of ['stories list --search dueño', 'reports list --all', `stories show ${id}`]) {
      const printed = await read(line);
      expect(printed).not.toMatch(/[^\n\P{Cc}]|\p{Cf}|\p{Zl}/u);
      expect(printed).toContain('Bien OK\uFFFD31m\uFFFDnert fin');
    }
    const { printed } = await jefa.type(`stories show ${id} --json`);
    expect(printed.join('')).not.toMatch(/[\p{Cc}\u202E\u2028]/u);
    expect(JSON.parse(printed.join(''))).toMatchObject({ title });
    const { questions } = await jefa.type(`stories hide ${id}`, reason, { answers: ['n'] });
    expect(questions.join()).toMatch(/^Hide «\uFFFD\[2J.*fin» by @\w+\? \[y\/N\] $/u);
  });

  it('are hidden only after a confirmation, and never without a terminal or --yes', async () => {
    const id = await world.publishStory(author.viewer, { title: 'El tren' });
    const state = async () => (await world.callAs(null).stories.byId({ id })).hidden;
    for (const answer of ['', 'n', 'yup']) {
      const output = await jefa.type(`stories hide ${id}`, reason, { answers: [answer] });
      expect(output).toMatchObject({
        code: 2,
        errors: ['Nothing was done.'],
        questions: [`Hide «El tren» by @${author.username}? [y/N] `],
      });
    }
    expect(await jefa.type(`stories hide ${id}`, reason)).toMatchObject({
      code: 2,
      errors: [expect.stringContaining('Add --yes')],
    });
    expect(await state()).toBeNull();
    expect((await jefa.type(`stories hide ${id}`, reason, { answers: ['Y'] })).code).toBe(0);
    await expect(state()).rejects.toEqual(errorCode('STORY_NOT_FOUND'));
  });
});

describe('comments', () => {
  it('are listed, and removed with a reason', async () => {
    const id = await world.publishStory(author.viewer, { title: 'El tren' });
    const [first, second] = [randomUUID(), randomUUID()];
    const { comments } = world.callAs(null);
    await comments.create({ id: first, storyId: id, content: 'Qué\nbonito', authorName: 'Ana' });
    await world.callAs(author.viewer).comments.create({ id: second, storyId: id, content: 'Gracias' });
    const table = await read(`comments list ${id}`);
    expect(lineOf(table, first)).toMatch(/  Ana +Qué bonito$/u);
    expect(lineOf(table, second)).toMatch(new RegExp(`@${author.username} +Gracias$`, 'u'));
    expect(await read(`comments remove ${first} --yes`, reason)).toBe('Removed');
    expect(await jefa.readJson(`comments list ${id}`)).toMatchObject({ items: [{ id: second }] });
    expect(await jefa.readJson(`comments remove ${second} --yes`, reason)).toBeNull();
    expect(await read(`comments list ${id}`)).toBe('No comments');
    const never = await jefa.type(`comments remove ${randomUUID()} --yes`, reason);
    expect([never.code, never.errors]).toEqual([1, ['The server refused: COMMENT_NOT_FOUND']]);
  });
});

describe('users', () => {
  it('are listed, with e-mail addresses for administrators only', async () => {
    const search = author.username.toUpperCase();
    const table = await read(`users list --search ${search}`);
    expect(table.split('\n')[0]).toContain('E-MAIL');
    expect(lineOf(table, author.viewer.id)).toMatch(
      new RegExp(String.raw`@${author.username} +user +\S+Z( +0){4} +${author.email} +-$`, 'u'),
    );
    const less = await read(`users list --search ${search}`, [], moderator);
    expect(less).not.toMatch(/E-MAIL|example\.org/u);
    expect(await moderator.readJson(`users list --search ${search}`)).toMatchObject({
      items: [{ id: author.viewer.id, email: null, viewer: { canSuspend: true, canSetRole: false } }],
    });
    expect(await read('users list --search xyzzy')).toBe('No users');
  });

  it('are suspended and restored by id, username or e-mail address', async () => {
    const { username, email, viewer } = author;
    expect(await read(`users suspend @${username} --yes`, reason)).toBe('Suspended');
    expect(lineOf(await read('users list --suspended'), viewer.id)).toContain('Es spam');
    expect(lineOf(await read('users list --no-suspended'), viewer.id)).toBe('');
    expect(await read(`users restore ${email.toUpperCase()}`, reason)).toBe('Restored');
    expect(await jefa.readJson(`users suspend ${viewer.id} --yes`, reason)).toBeNull();
    expect(await moderator.readJson(`users restore ${username.toUpperCase()}`, reason)).toBeNull();
    const { questions } = await jefa.type(`users suspend ${email}`, reason, { answers: ['no'] });
    expect(questions).toEqual([`Suspend @${username} (${viewer.id})? [y/N] `]);
    const part = username.slice(0, -1);
    for (const line of [`users suspend ${part}`, 'users restore nadie@example.org', 'users suspend @']) {
      expect(await jefa.type(`${line} --yes`, reason)).toMatchObject({
        code: 1,
        errors: [expect.stringContaining('There is no user')],
      });
    }
  });

  it('are given roles by administrators', async () => {
    expect(await read(`users role ${author.username} moderator --yes`)).toBe('The role is moderator');
    expect(lineOf(await read('users list --role moderator'), author.viewer.id)).toContain('moderator');
    const refused = await moderator.type(`users role ${author.username} user --yes`);
    expect([refused.code, refused.errors.join()]).toEqual([
      1,
      expect.stringContaining('The server refused: FORBIDDEN. This needs'),
    ]);
    expect(await jefa.readJson(`users role ${author.username} user --yes`)).toBeNull();
    expect((await jefa.type('users role jefa user --yes')).errors.join()).toContain('LAST_ADMINISTRATOR');
  });
});

describe('transcription', () => {
  it('lists transcriptions that failed for good, and queues one again', async () => {
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
  it('lists what matches, asks, and queues it page by page', async () => {
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
  it('lists inspections that failed for good, queues one again, and drops one', async () => {
    const recordingId = await world.upload(author.viewer, 'chromium_timeslice_noduration.webm');
    const failed = {
      inspectionFailedAt: new Date(),
      inspectionAttempts: 5,
      inspectionError: 'the disk failed',
    };
    const fail = () => world.database.prisma.recording.update({ where: { id: recordingId }, data: failed });
    await fail();
    expect(lineOf(await read('inspection failed'), recordingId)).toMatch(/ 5 +the disk failed$/u);
    expect(await read('stats')).toMatch(/\nInspections +1 failed\n/u);
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
  it('REL-10: lists jobs that failed for good, queues one again, and drops one', async () => {
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
});

describe('storage', () => {
  it('is verified batch by batch, and repaired after a confirmation', async () => {
    const id = await world.record(author.viewer);
    const { playbackKey } = await world.database.prisma.recording.findUniqueOrThrow({ where: { id } });
    await world.services.storage.delete(playbackKey ?? '');
    const table = await read('storage verify --no-hashes');
    expect(table.split('\n').find((line) => line.startsWith(id) && line.includes(' copy '))).toMatch(
      / missing +no$/u,
    );
    expect(table).toMatch(/\d+ recordings checked, \d+ problems\n0 objects without a recording$/u);
    const { questions } = await jefa.type('storage repair', [], { answers: ['no'] });
    expect(questions).toEqual(['Repair the stored audio? [y/N] ']);
    expect((await moderator.type('storage verify')).code).toBe(1);
  });
});

describe('settings', () => {
  it('are read, and changed one by one', async () => {
    expect(await read('settings get')).toBe('showDownvotes  false\nrecordOnly     true');
    expect(await read('settings set --show-downvotes')).toBe('showDownvotes  true\nrecordOnly     true');
    expect(await jefa.readJson('settings set --no-record-only --no-show-downvotes')).toEqual({
      flags: { showDownvotes: false, recordOnly: false },
    });
    expect(await jefa.readJson('settings get')).toEqual({
      flags: { showDownvotes: false, recordOnly: false },
    });
    expect((await jefa.type('settings set')).errors).toEqual([expect.stringContaining('Name a flag')]);
    expect((await moderator.type('settings get')).code).toBe(1);
  });
});

describe('stats', () => {
  it('show numbers of users, stories, comments, audio, reports and appeals', async () => {
    expect(await read('stats')).toMatch(
      /^Users +\d+, \d+ suspended\nStories +.*\nComments +\d+\nAudio +\S+ MB\nReports .*\nAppeals +\d+ open\n/u,
    );
    expect(await jefa.readJson('stats')).toMatchObject({
      users: { total: expect.any(Number) },
      jobs: { failed: expect.any(Number) },
    });
  });
});

describe('counters', () => {
  it('are verified and repaired', async () => {
    const id = await world.publishStory(author.viewer, { title: 'El tren' });
    await world.database.prisma.story.update({ where: { id }, data: { commentsCount: 7 } });
    expect(await read('counters verify')).toMatch(
      new RegExp(String.raw`^comments  ${id} +7 +0\n\n1 wrong$`, 'mu'),
    );
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

describe('the log', () => {
  it('lists each action with its actor and reason', async () => {
    const id = await world.publishStory(author.viewer, { title: 'El tren' });
    await read(`stories hide ${id} --yes`, ['--reason', 'Spam\u001B[2J\nfalso'], moderator);
    const table = await read(`log --target-id ${id}`);
    expect(table.split('\n')).toEqual([
      expect.stringMatching(/^AT +BY +ACTION +TARGET +ID +REASON$/u),
      expect.stringMatching(
        new RegExp(`Z +@moderadora +hide-story +story +${id} +Spam\uFFFD\\[2J falso$`, 'u'),
      ),
    ]);
    expect(await jefa.readJson(`log --target-id ${id} --action hide-story`)).toMatchObject({
      items: [{ action: 'hide-story', targetId: id, actor: { username: 'moderadora' } }],
    });
    expect(await read(`log --target-id ${id} --action set-role`)).toBe('Nothing yet');
  });
});

describe('appeals', () => {
  it('are listed with whether the caller may decide, and decided', async () => {
    const [first, second] = [
      await world.publishStory(author.viewer, { title: 'El tren' }),
      await world.publishStory(author.viewer, { title: 'El mar' }),
    ];
    const { appeals } = world.callAs(author.viewer);
    for (const id of [first, second]) await read(`stories hide ${id} --yes`, reason, moderator);
    for (const { id } of (await appeals.notices({})).items) await appeals.create({ id, text: 'No es\nspam' });
    const table = await read('appeals list');
    expect(table.split('\n')[1]).toMatch(
      /open +\S+Z +@\S+ +story_hidden +@moderadora +yes +El (tren|mar) +Es spam +No es spam$/u,
    );
    expect((await read('appeals list', [], moderator)).split('\n')[1]).toMatch(/@moderadora +no /u);
    const { items } = (await jefa.readJson('appeals list')) as { items: { id: string }[] }; // a page of them
    const [grant, reject] = items.map(({ id }) => id);
    const own = await moderator.type(`appeals decide ${grant} grant --yes`, note);
    expect([own.code, own.errors.join()]).toEqual([1, expect.stringContaining('APPEAL_OWN_DECISION')]);
    expect(await read(`appeals decide ${grant} grant --yes`, note)).toBe('Granted');
    expect(await jefa.readJson(`appeals decide ${reject} reject --yes`, note)).toBeNull();
    expect(await read('appeals list')).toBe('No appeals');
    expect(await read('appeals list --status granted')).toContain(grant);
  });
});

it('refuses commands of moderators to a user without that role', async () => {
  const terminal = await createTerminal();
  const typing = { answers: [author.password] };
  await terminal.type(`sign-in --url ${world.url} --email ${author.email}`, [], typing);
  for (const line of [
    'reports list',
    'users list',
    'stories hidden',
    'stats',
    'log',
    'counters repair --yes',
  ]) {
    expect(await terminal.type(line)).toMatchObject({ code: 1, printed: [] });
  }
  await terminal.close();
});
