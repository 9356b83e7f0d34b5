import { fixedTags, limits, toSubject } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { recordStatements } from '@relato/db/testing/statements';
import { errorCode, expectRefusal } from '@relato/testing/error-code';
import { beforeEach, describe, expect, it } from 'vitest';
import { explain } from '../../testing/explain.ts';
import { readPages } from '../../testing/read-pages.ts';
import { useUser } from '../../testing/users.ts';
import { useTestWorld } from '../../testing/world.ts';
import { requireSubjectPodcast } from './podcast-queries.ts';

const world = useTestWorld();
const ana = useUser(world, 'ana');
const beto = useUser(world, 'beto');

beforeEach(async () => {
  await world.database.prisma.story.deleteMany();
});

const tell = (tags: string[], fields: Partial<Parameters<typeof createStory>[1]> = {}) =>
  createStory(world.database.prisma, { userId: ana.id, tags, ...fields });
const subject = (tag: string) => world.visitor.stories.subject({ tag });
const voicesOf = async (tag: string) => (await subject(tag)).voices.map(({ username }) => username);
const find = async (search: string) =>
  (await world.visitor.stories.findSubjects({ search })).items.map(({ name }) => name);
const strange = [
  '🥭',
  '👩‍👩‍👧',
  'حكاية',
  'á'.repeat(limits.tag.maxLength),
  '🦊'.repeat(limits.tag.maxLength),
  'a/b?c#d',
  '100 %',
];

describe('stories.subject', () => {
  it('is found in any spelling, and has that of most of its stories', async () => {
    for (const tag of ['Película', 'película', 'película', 'PELICULA']) await tell([tag]);
    for (const tag of ['pelicula', 'PELÍCULA', ' película '])
      expect(await subject(tag)).toMatchObject({ id: 'pelicula', name: 'película', storiesCount: 4 });
  });

  it.each(strange)('may be %s', async (tag) => {
    await tell([tag]);
    expect(await subject(tag)).toMatchObject({ name: tag, storiesCount: 1 });
    expect((await world.visitor.stories.feed({ tags: [toSubject(tag)] })).items).toHaveLength(1);
    expect(await find(tag)).toEqual([tag]);
    const pages = await readPages((cursor) =>
      world.visitor.stories.findSubjects({ search: '', limit: 1, cursor }),
    );
    expect(pages.flat()).toHaveLength(1);
  });

  it('exists only with a public story, and ends with the last one', async () => {
    const { story } = world.database.prisma;
    const id = await tell(['único'], { published: false });
    await expectRefusal(subject('único'), 'SUBJECT_NOT_FOUND');
    const shown = { hiddenAt: null, published: true, tags: ['único'] };
    for (const change of [{ hiddenAt: new Date() }, { published: false }, { tags: ['otro'] }]) {
      await story.update({ where: { id }, data: shown });
      expect(await subject('único')).toMatchObject({ storiesCount: 1 });
      await story.update({ where: { id }, data: change });
      await expectRefusal(subject('único'), 'SUBJECT_NOT_FOUND');
    }
    await story.delete({ where: { id } });
    expect(await world.database.prisma.$queryRaw`SELECT FROM story_tags`).toEqual([]);
  });

  it('names the authors with the most votes, without suspended users', async () => {
    const gone = await world.addUser('ausente');
    await tell(['mar'], { score: 2, upvotes: 2 });
    await tell(['mar'], { score: 2, upvotes: 2 });
    await tell(['mar'], { score: 3, upvotes: 3, userId: beto.id });
    await tell(['otro'], { score: 9, upvotes: 9, userId: beto.id });
    await tell(['mar'], { score: 9, upvotes: 9, userId: gone.id });
    expect(await voicesOf('mar')).toEqual(['ausente', 'ana', 'beto']);
    await world.database.prisma.user.update({ where: { id: gone.id }, data: { suspendedAt: new Date() } });
    expect(await voicesOf('mar')).toEqual(['ana', 'beto']);
  });

  it('names the tags that most often occur with it in its newest public stories', async () => {
    await tell(['mar', 'barco', 'sal']);
    await tell(['Mar', 'Barco']);
    await tell(['mar', 'secreto'], { published: false });
    await tell(['lejos', 'barco']);
    expect(await subject('mar')).toMatchObject({ related: [expect.stringMatching(/barco/i), 'sal'] });
    await tell(['mar', ...Array.from({ length: 20 }, (_, index) => `t${index}`)]);
    expect((await subject('mar')).related).toHaveLength(limits.subject.maxRelated);
  });

  it('reads only the newest stories of a common tag, by its index', async () => {
    await world.database.prisma.$executeRaw`WITH more AS (
        INSERT INTO recordings (id, user_id, state, claimed_type, original_key, playback_key, playback_bytes,
          playback_type, duration_ms, peaks)
        SELECT gen_random_uuid(), ${ana.id}::uuid, 'ready', 'audio/webm', n, n, 1, 'audio/webm', 1,
          array_fill(1::int2, ARRAY[100])
        FROM (SELECT gen_random_uuid()::text AS n FROM generate_series(1, 3000)) AS keys RETURNING id
      ) INSERT INTO stories (id, recording_id, user_id, title, tags, duration_ms, published, published_at, created_with)
      SELECT gen_random_uuid(), id, ${ana.id}::uuid, 'Una tarde', ARRAY['común', 'a' || row_number() OVER ()], 1, true, now(), ''
      FROM more`;
    await world.database.prisma.$executeRaw`ANALYZE`;
    expect(await subject('común')).toMatchObject({ storiesCount: limits.subject.maxCounted + 1 });
    for (const call of [() => subject('común'), () => find('a1')]) {
      const [statement] = await recordStatements(call);
      const plan = await explain(
        world.database,
        { text: '', values: [], ...statement },
        'ANALYZE, COSTS OFF',
      );
      expect(plan).not.toMatch(/Seq Scan on (?:stories|story_tags)/u);
      for (const [, rows] of plan.matchAll(/story_tags_pkey.*rows=(\d+)/gu))
        expect(Number(rows)).toBeLessThanOrEqual(limits.subject.maxCounted + 1);
    }
  });
});

describe('stories.findSubjects', () => {
  it('lists the tags that begin with a text in order and in pages, each once', async () => {
    for (const tags of [['Árbol', 'arena'], ['arbol'], ['arco', 'mar'], ['ar%']]) await tell(tags);
    await tell(['armario'], { published: false });
    expect(await find('AR')).toEqual(['ar%', 'arbol', 'arco', 'arena']);
    expect(await find('ar%')).toEqual(['ar%']);
    expect(await find('arz')).toEqual([]);
    const pages = await readPages((cursor) =>
      world.visitor.stories.findSubjects({ search: 'ar', limit: 3, cursor }),
    );
    expect(pages.map((page) => page.map(({ id, storiesCount }) => [id, storiesCount]))).toEqual([
      [
        ['ar%', 1],
        ['arbol', 2],
        ['arco', 1],
      ],
      [['arena', 1]],
    ]);
  });

  it('refuses a cursor with a text that the database cannot read', async () => {
    for (const text of ['\0', '\uD800']) {
      const cursor = Buffer.from(JSON.stringify([text])).toString('base64url');
      await expectRefusal(world.visitor.stories.findSubjects({ search: 'a', cursor }), 'CURSOR_INVALID');
      await expectRefusal(world.visitor.profiles.find({ search: 'a', cursor }), 'CURSOR_INVALID');
    }
  });
});

describe('the address of a subject', () => {
  it('folds the fixed tags as the database does, and never to another subject', async () => {
    const tags = [...fixedTags, 'Ñandú', 'PAPÁ', 'мой', 'ΟΔΟΣ', 'İstanbul', 'Ærø', ...strange];
    const rows = await world.database.prisma.$queryRaw<{ tag: string; own: string; fold: string }[]>`
      SELECT tag, search_fold(address) AS own, search_fold(tag) AS fold
      FROM unnest(${tags}::text[], ${tags.map(toSubject)}::text[]) AS t(tag, address)`;
    for (const { own, fold } of rows) expect(own).toBe(fold);
    const folds = new Map(rows.map(({ tag, fold }) => [tag, fold]));
    for (const tag of fixedTags) expect(toSubject(tag)).toBe(folds.get(tag));
  });
});

describe('the podcast of a subject', () => {
  it('has the latest public stories with an MP3, by authors who allow podcasts', async () => {
    const told = async (title: string, fields: Parameters<typeof tell>[1]) => {
      const storyId = await tell(['mar'], { title, ...fields });
      await world.database.prisma.storyMp3.create({
        data: { storyId, key: `mp3/${storyId}`, bytes: 1, durationMs: 1, madeAt: new Date() },
      });
    };
    await told('La vieja', { publishedAt: new Date('2026-01-01') });
    await told('La nueva', { publishedAt: new Date('2026-01-02'), userId: beto.id });
    await told('La privada', { published: false });
    await tell(['mar'], { title: 'Sin archivo' });
    const titles = async () =>
      (await requireSubjectPodcast(world.services, 'MAR')).stories.map(({ title, username }) => [
        title,
        username,
      ]);
    expect(await titles()).toEqual([
      ['La nueva', 'beto'],
      ['La vieja', 'ana'],
    ]);
    await world.callAs(beto).profiles.setPodcast({ podcast: false });
    expect(await titles()).toEqual([['La vieja', 'ana']]);
    await expectRefusal(requireSubjectPodcast(world.services, 'tierra'), 'SUBJECT_NOT_FOUND');
  });
});

describe('following subjects', () => {
  it('counts once for any spelling, up to the limit, and can be undone', async () => {
    const eva = await world.addUser('eva');
    const { follows, stories } = world.callAs(eva);
    await tell(['Traición']);
    await Promise.all(['Traición', 'traicion', 'TRAICIÓN'].map((tag) => follows.followTag({ tag })));
    expect(await follows.tags()).toHaveLength(1);
    expect(await stories.subject({ tag: 'traición' })).toMatchObject({ viewer: { isFollowing: true } });
    expect(await subject('traición')).toMatchObject({ viewer: { isFollowing: false } });
    const { maxCount } = limits.followedTags;
    await world.database.prisma.followedTag.createMany({
      data: Array.from({ length: maxCount - 2 }, (_, index) => ({
        userId: eva.id,
        tag: `tema ${index}`,
        name: `tema ${index}`,
      })),
    });
    const late = await world.database.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT * FROM follow_tag(${eva.id}::uuid, 'el último', ${maxCount}::int)`;
      const waiting = follows.followTag({ tag: 'uno de más' }).catch((error: unknown) => error);
      await expect.poll(world.countBlocked).toBe(1);
      return { waiting };
    });
    expect(await late.waiting).toEqual(errorCode('FOLLOWED_TAGS_TOO_MANY'));
    expect(await follows.tags()).toHaveLength(maxCount);
    await follows.followTag({ tag: 'TRAICION' });
    await follows.unfollowTag({ tag: 'traicion' });
    await follows.unfollowTag({ tag: 'traicion' });
    expect(await follows.tags()).not.toContain('Traición');
    await expect(follows.followTag({ tag: 'a'.repeat(limits.tag.maxLength + 1) })).rejects.toThrow(
      'TAG_TOO_LONG',
    );
  });

  it('ends with the account', async () => {
    const nora = await world.addUser('nora');
    await world.callAs(nora).follows.followTag({ tag: 'mar' });
    await world.database.prisma.user.delete({ where: { id: nora.id } });
    expect(await world.database.prisma.followedTag.count({ where: { userId: nora.id } })).toBe(0);
  });
});
