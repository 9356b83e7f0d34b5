import { limits } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { array, constantFrom, oneof, sample, string } from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { splitSpoken } from './terms.ts';
import { readPages } from '../../testing/read-pages.ts';
import { useUser } from '../../testing/users.ts';
import { useTestWorld } from '../../testing/world.ts';

const world = useTestWorld();
const author = useUser(world, 'autora');
beforeEach(async () => void (await world.database.prisma.story.deleteMany()));

/** Returns the words with timings of one second each. */
const timeWords = (transcript: string) =>
  transcript
    .split(/\s+/u)
    .map((text, index) => ({ text, startMs: index * 1_000, endMs: index * 1_000 + 900, confidence: 0.9 }));

const tell = (
  transcript: string,
  { score = 0, ...fields }: { title?: string; tags?: string[]; score?: number } = {},
) =>
  createStory(world.database.prisma, {
    userId: author.id,
    title: 'Título',
    transcript,
    transcriptWords: timeWords(transcript),
    upvotes: score,
    score,
    ...fields,
  });
const find = async (search: string, tags: string[] = []) =>
  (await world.visitor.stories.feed({ search, tags })).items;
/** Returns the matching sentences of a search, with the matches in brackets. */
const hear = async (search: string) =>
  (await find(search)).flatMap(({ moments = [] }) =>
    moments.map(({ parts }) => parts.map((part, index) => (index % 2 === 1 ? `[${part}]` : part)).join('')),
  );
const finds = async (search: string) => (await find(search)).length > 0;

describe('a searched word finds a spoken word', () => {
  it.each([
    ['traicion', 'traición'],
    ['corazon', 'corazón'],
    ['pingüino', 'pinguino'],
    ['conto', 'contó'],
    ['hablo', 'hablaron'],
    ['AÑO', 'año'],
    ['mangos', 'mango'],
    // Different words that are equal without accents.
    ['paso', 'pasó'],
    // Words that are still being typed.
    ['man', 'mango'],
    ['abuel', 'abuelita'],
    ['2026', '2026'],
    // Typed without an ñ, and nothing else is found.
    ['ano', 'año'],
  ])('%s: %s', async (searched, said) => {
    await tell(`Así fue: ${said}, y nada.`);
    expect(await hear(searched)).toEqual([`Así fue: [${said}], y nada.`]);
  });

  it.each([
    ['abuelita', 'abuela'],
    ['ma', 'mango'],
    ['año', 'ano'],
    ['de la', 'de la'],
    ['q', 'q'],
  ])('but not %s: %s', async (searched, said) => {
    await tell(`Así fue: ${said}, y nada.`);
    expect(await finds(searched)).toBe(false);
  });

  it('tries an ñ that was not typed only without other results', async () => {
    await tell('Vive en el ano de piedra.');
    await tell('Fue un año bueno.');
    expect(await hear('ano')).toEqual(['Vive en el [ano] de piedra.']);
    expect(await hear('bueno ano')).toEqual(['Fue un [año] [bueno].']);
  });
});

describe('a search in transcripts', () => {
  it('finds words anywhere, and a phrase in its order', async () => {
    await tell('Mi abuela agarró un mango verde. Y nadie la vio.');
    await tell('El mango era de mi abuela. Verde no estaba.');
    expect(await find('abuela verde')).toHaveLength(2);
    expect(await hear('"mango verde"')).toEqual(['Mi abuela agarró un [mango verde].']);
    expect(await hear('«abuela agarró un mango»')).toEqual(['Mi [abuela agarró un mango] verde.']);
    expect(await finds('"verde mango"')).toBe(false);
    expect(await finds('abuela canoa')).toBe(false);
  });

  it('lists matches in titles, tags and transcripts together, each story once, in the order of the feed', async () => {
    await tell('Nada que ver.', { title: 'El mango', score: 2 });
    await tell('Un mango en la mesa.', { title: 'Mangos y más', score: 3, tags: ['fruta'] });
    await tell('Comí un mango.', { title: 'La mesa', score: 5 });
    await tell('Tampoco.', { title: 'Otra', tags: ['mango'], score: 4 });
    const titles = (await find('mango')).map(({ title }) => title);
    expect(titles).toEqual(['La mesa', 'Otra', 'Mangos y más', 'El mango']);
    expect((await find('mango', ['fruta'])).map(({ title }) => title)).toEqual(['Mangos y más']);
  });

  it('pages through all of them without repetitions', async () => {
    for (let score = 0; score < 12; score += 1)
      await tell(score % 3 === 0 ? 'Nada.' : 'Dijo mango.', {
        title: score % 2 === 0 ? `Mango ${score}` : `Cuento ${score}`,
        score: Math.floor(score / 2),
      });
    const pages = await readPages((cursor) =>
      world.visitor.stories.feed({ search: 'mango', limit: 2, cursor }),
    );
    const ids = pages.flat().map(({ id }) => id);
    expect(ids).toHaveLength(10);
    expect(new Set(ids).size).toBe(10);
    expect((await find('mango')).map(({ id }) => id)).toEqual(ids);
  });

  it('shows the sentence and the second of its first match', async () => {
    await tell('Era martes. Mi abuela agarró un mango. ¡Qué día!');
    await tell('Sin tiempos, un mango.');
    await world.database.prisma
      .$executeRaw`UPDATE stories SET transcript_words = NULL WHERE transcript LIKE 'Sin%'`;
    const moments = (await find('mango')).flatMap((story) => story.moments ?? []);
    expect(moments).toEqual([
      { parts: ['Sin tiempos, un ', 'mango', '.'], startMs: null },
      { parts: ['Mi abuela agarró un ', 'mango', '.'], startMs: 6_000 },
    ]);
  });

  it('follows a corrected transcript', async () => {
    const id = await tell('Un mago verde.');
    expect(await finds('mango')).toBe(false);
    await world.database.prisma.story.update({ where: { id }, data: { transcript: 'Un mango verde.' } });
    expect([await finds('mago'), await hear('mango')]).toEqual([false, ['Un [mango] verde.']]);
    await world.database.prisma.story.update({ where: { id }, data: { transcript: '' } });
    expect(await finds('mango')).toBe(false);
  });

  it.each(['mango:*', '!mango', "mango' & 'x", 'mango <-> 🦔', "man':* & go", 'mango \\', '(mango)'])(
    'ignores operators and emoji: %s',
    async (search) => {
      await tell('Un mango verde, y 🥭 otro.');
      expect(await finds(search)).toBe(search !== "man':* & go");
    },
  );

  it.each(['& | ! <->', '(((', ':*', '🥭', '\\', '<2>', '1', "''", 'mango | canoa'])(
    'finds no words that were not said: %s',
    async (search) => {
      await tell('Un mango verde, y 🥭 otro.');
      expect(await finds(search)).toBe(false);
    },
  );

  it('refuses a text of 10,000 characters, and answers the longest allowed one', async () => {
    await expect(find('mango '.repeat(2_000))).rejects.toMatchObject({
      message: expect.stringContaining('SEARCH_TOO_LONG'),
    });
    await tell('Un mango verde.');
    const words = Array.from({ length: 30 }, (_, index) => `m${index}`)
      .join(' ')
      .slice(0, limits.search.maxLength);
    expect(await find(words)).toEqual([]);
    expect(await finds('mango '.repeat(16).trim())).toBe(true);
  });
});

it('counts the words of a text in the database and in the app alike', async () => {
  // Excludes letters after the exponent of a number, which PostgreSQL counts as another word.
  const pieces =
    `mango Ñandú pingüino 5ª 1.5 a@b.com 12:30 x² ½ 🦔 你好 हिन्दी Привет ¿qué? l’eau ﬁn e\u0301l — _ -5
    0x1f www.x.org/y?z=1 µm ʼn <b> \u00AD \u200B`.split(/ +/u);
  const texts = array(
    oneof(constantFrom(...pieces, '3e5 ', '\t'), string({ maxLength: 5, unit: 'grapheme' })),
    { maxLength: 12 },
  );
  const samples = sample(texts, { numRuns: 400, seed: 7 }).flatMap((words) => [
    words.join(' '),
    words.join(''),
  ]);
  const valid = samples.map((text) => text.replaceAll('\u0000', '').toWellFormed());
  const rows = await world.database.sql<{ words: number }>({
    text: `SELECT (SELECT count(*)::int FROM ts_parse('default', spoken_text(text)) WHERE tokid <> 12) AS words
      FROM unnest($1::text[]) WITH ORDINALITY AS texts (text, place) ORDER BY place`,
    values: [valid],
  });
  const counts = valid.map((text) => [text, splitSpoken(text.normalize('NFC')).length]);
  expect(valid.map((text, index) => [text, rows[index]?.words])).toEqual(counts);
});
