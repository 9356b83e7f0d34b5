import { randomUUID } from 'node:crypto';
import { countCharacters, isBlank, limits, toNameShape, toStoredText } from '@relato/contract';
import { formFields, type FormField } from '@relato/contract/testing/form-fields';
import { drawTexts } from '@relato/contract/testing/texts';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStory, createUser } from './testing/factories.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const textsPerField = 150;

interface Column {
  readonly form: string;
  readonly field: string;
  /** The statement that writes the text `$1`. */
  readonly write: string;
  readonly constraint: string;
  /** The refusals of the rule that the constraint does not cover, because the constraint only limits the length. */
  readonly unknown: string | null;
}

type Row = readonly [form: string, field: string, write: string, constraint: string, unknown?: string];
const rows: readonly Row[] = [
  ['save a recording', 'title', 'UPDATE stories SET title = $1', 'stories_title'],
  ['save a recording', 'transcript', 'UPDATE stories SET transcript = $1', 'stories_transcript'],
  ['edit tags', 'tags', 'UPDATE stories SET tags = ARRAY[$1]', 'stories_tags'],
  ['comment', 'content', 'UPDATE comments SET content = $1', 'comments_content'],
  ['sign up', 'email', 'UPDATE users SET email = $1', 'users_email', 'EMAIL_INVALID'],
  [
    'choose a username',
    'username',
    'UPDATE profiles SET username = $1',
    'profiles_username',
    'USERNAME_INVALID',
  ],
  ['create a collection', 'name', 'UPDATE collections SET name = $1', 'collections_name'],
  ['ask for a story', 'text', 'UPDATE questions SET text = $1', 'questions_text'],
  ['appeal', 'text', 'UPDATE appeals SET text = $1', 'appeals_text'],
];
const columns = rows.map(([form, field, write, constraint, unknown = null]): Column => ({
  form,
  field,
  write,
  constraint,
  unknown,
}));

const requireField = ({ form, field }: Column): FormField => {
  const found = formFields.find((each) => each.form === form && each.field === field);
  if (!found) throw new Error(`There is no field ${field} in the form ${form}`);
  return found;
};

const database = useTestDatabase();
let client: Client;

/** Returns the constraint that each text violates, the code of another error, or null for a written text. */
async function verdictsOf({ write }: Column, texts: readonly string[]): Promise<readonly (string | null)[]> {
  const verdicts: (string | null)[] = [];
  await client.query('BEGIN');
  for (const text of texts) {
    await client.query('SAVEPOINT before');
    verdicts.push(await client.query(write, [text]).then(() => null, toVerdict));
    await client.query('ROLLBACK TO SAVEPOINT before');
  }
  await client.query('ROLLBACK');
  return verdicts;
}

const toVerdict = (error: { readonly code?: string; readonly constraint?: string }): string =>
  error.constraint ?? error.code ?? 'unknown';

beforeAll(async () => {
  const { prisma } = database;
  const userId = await createUser(prisma);
  const storyId = await createStory(prisma, { userId });
  await prisma.comment.create({
    data: { id: randomUUID(), storyId, content: 'Hola', authorName: 'Anónimo' },
  });
  const notice = {
    userId,
    kind: 'story_hidden',
    targetId: storyId,
    subject: 'Una tarde',
    reason: 'Spam',
  } as const;
  await prisma.question.create({
    data: {
      id: randomUUID(),
      userId,
      text: 'Hola',
      tokenKey: '0'.repeat(64),
      isOnce: true,
      expiresAt: new Date(),
    },
  });
  await prisma.collection.create({ data: { id: randomUUID(), userId, name: 'Para el tren' } });
  const noticeId = randomUUID();
  await prisma.notice.create({ data: { id: noticeId, ...notice } });
  await prisma.appeal.create({ data: { id: randomUUID(), noticeId, text: 'No lo era.' } });
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(() => client.end());

describe('the constraints of PostgreSQL', () => {
  it.each(columns)('agree with the rule: $constraint', async (column) => {
    const { rule, bounds } = requireField(column);
    const typed = drawTexts(bounds, textsPerField);
    // The driver replaces half a pair before PostgreSQL sees it, so only the rule refuses it.
    const texts = typed.map((text) => toStoredText(text)).filter((text) => text.isWellFormed());
    const verdicts = await verdictsOf(column, texts);
    const expected = texts.map((text) => {
      if (text.includes('\u0000')) return '22021';
      const code = rule(text);
      if (code !== null && code === column.unknown) return 'either';
      return code === null ? null : column.constraint;
    });
    const compared = texts.map((text, index) => ({
      text,
      verdict: expected[index] === 'either' ? 'either' : verdicts[index],
    }));
    expect(compared).toEqual(texts.map((text, index) => ({ text, verdict: expected[index] })));
    expect(new Set(verdicts).size).toBeGreaterThan(1);
  });

  it('allow any characters in e-mail addresses and usernames, within their bounds', async () => {
    for (const column of columns.filter(({ unknown }) => unknown)) {
      const { bounds } = requireField(column);
      const least = 3;
      const texts = drawTexts(bounds, textsPerField).filter(
        (text) => text.isWellFormed() && !text.includes('\u0000'),
      );
      const isWithin = (text: string) =>
        countCharacters(text) >= least && countCharacters(text) <= bounds.maxLength;
      const verdicts = await verdictsOf(column, texts);
      expect(verdicts).toEqual(texts.map((text) => (isWithin(text) ? null : column.constraint)));
    }
  });

  it('treat the same code points as blank as the rules', async () => {
    const { rows } = await client.query<{ code: number }>(`
      SELECT code FROM generate_series(1, x'10FFFF'::int) AS code
      WHERE code NOT BETWEEN x'D800'::int AND x'DFFF'::int AND is_blank(chr(code))`);
    const blank = Array.from({ length: 0x10_ff_ff }, (_, index) => index + 1).filter(
      (code) => !(code >= 0xd8_00 && code <= 0xdf_ff) && isBlank(String.fromCodePoint(code)),
    );
    expect(rows.map(({ code }) => code)).toEqual(blank);
  });

  it('SEC-60: find the names of members by the shape from the rules', async () => {
    const names = drawTexts(
      { maxLength: 24, typical: ['ñandú_7', 'José-Luis', 'IRENE', 'Hugo0', 'Ana Peña'] },
      textsPerField,
    ).filter((text) => /^[\p{Script=Latin}\d\s._-]*$/u.test(text) && !/[øłđı]/iu.test(text));
    expect(names.length).toBeGreaterThan(20);
    const { rows } = await client.query<{ shape: string }>(
      `SELECT coalesce(name_shape(name), '') AS shape FROM unnest($1::text[]) WITH ORDINALITY AS t (name, place) ORDER BY place`,
      [names],
    );
    expect(rows.map(({ shape }) => shape)).toEqual(names.map((name) => toNameShape(name)));
  });

  it('count the same characters as the rules', async () => {
    const texts = drawTexts({ maxLength: limits.tag.maxLength }, textsPerField).filter(
      (text) => text.isWellFormed() && !text.includes('\u0000'),
    );
    const { rows } = await client.query<{ length: number }>(
      'SELECT char_length(text) AS length FROM unnest($1::text[]) WITH ORDINALITY AS t (text, place) ORDER BY place',
      [texts],
    );
    expect(rows.map(({ length }) => length)).toEqual(texts.map((text) => countCharacters(text)));
  });
});
