import type { Services } from '../../rpc/context.ts';
import { toSpokenTerms } from './terms.ts';

/** A word that must be said in one of these forms, or, if `beginning` is set, with this prefix. */
export interface SoughtWord {
  /** Its index within the term, in words. */
  readonly offset: number;
  readonly lexemes: readonly string[];
  readonly beginning: string | null;
}

/** A query for transcripts. */
export interface SpokenQuery {
  /** The words of each term must be consecutive. */
  readonly terms: readonly (readonly SoughtWord[])[];
  /** The condition as a `tsquery`. */
  readonly exact: string;
  /** The same without the order of words, for an index without positions. */
  readonly anywhere: string;
  /** The same without the prefix, if few stories are expected to match the rest; otherwise null. */
  readonly withoutBeginning: string | null;
}

/** Up to this many stories, comparing each with a prefix is faster than listing all stories with the prefix from an index. */
export const maxCompared = 2_000;
/** The highest estimate of the statistics. For an unknown word they expect up to one story in two hundred. */
const maxExpected = 10_000;

/** The number of places at which a missing tilde is tried. */
const maxTildes = 4;

/** Returns the variants of a word with an ñ for one n each. */
const addTilde = (word: string): readonly string[] =>
  [...word.matchAll(/n/giu)]
    .slice(0, maxTildes)
    .map(({ index }) => `${word.slice(0, index)}ñ${word.slice(index + 1)}`);

/**
 * Returns the query of a search for transcripts: its words in all their forms, the last one also as a prefix. Ignores stop
 * words such as 'de' and 'que'. Returns null if no word is left. With `canLackTildes`, each n may be an ñ; null if there is
 * none.
 */
export async function readSpokenQuery(
  { database }: Pick<Services, 'database'>,
  search: string,
  { canLackTildes = false } = {},
): Promise<SpokenQuery | null> {
  const typed = toSpokenTerms(search).map(({ words, isBeginning }) =>
    words.map((word, offset) => ({
      offset,
      forms: canLackTildes ? [word, ...addTilde(word)] : [word],
      isBeginning,
    })),
  );
  const forms = [...new Set(typed.flat().flatMap((word) => word.forms))];
  if (forms.length === 0 || (canLackTildes && typed.flat().every((word) => word.forms.length === 1)))
    return null;
  const rows = await database.sql<{ readonly lexeme: string | null; readonly beginning: string }>({
    name: 'spoken-lexemes',
    text: `SELECT (tsvector_to_array(spoken_words(form)))[1] AS lexeme,
        translate(spoken_text(form), 'áéíóú', 'aeiou') AS beginning
      FROM unnest($1::text[]) WITH ORDINALITY AS forms (form, place) ORDER BY place`,
    values: [forms],
  });
  const read = new Map(forms.map((form, index) => [form, rows[index]]));
  const terms = typed
    .map((words) =>
      words.flatMap(({ offset, forms: asked, isBeginning }): SoughtWord[] => {
        const lexemes = asked.flatMap((form) => read.get(form)?.lexeme ?? []);
        const beginning = isBeginning ? (read.get(asked[0] ?? '')?.beginning ?? null) : null;
        return lexemes.length > 0 ? [{ offset, lexemes, beginning }] : [];
      }),
    )
    .filter((words) => words.length > 0);
  if (terms.length === 0) return null;
  const withoutBeginning = await findRareRest(database, terms);
  return { terms, exact: toTsquery(terms, true), anywhere: toTsquery(terms, false), withoutBeginning };
}

const isWhole = (words: readonly SoughtWord[]): boolean => words.every(({ beginning }) => beginning === null);

/**
 * Returns a query of all words that are not prefixes, if the statistics expect few stories to match it, and its rarest word
 * is not more frequent than the prefix: an index reads the list of the rarest word, but all lists of a prefix.
 */
async function findRareRest(
  database: Services['database'],
  terms: SpokenQuery['terms'],
): Promise<string | null> {
  const rest = terms.filter(isWhole);
  const begun = terms.filter((words) => !isWhole(words));
  if (rest.length === 0 || begun.length === 0) return null;
  const query = toTsquery(rest, false);
  const queries = [query, toTsquery(begun, false), ...rest.flat().map((word) => toTsquery([[word]], false))];
  const reads = queries.map(
    (_, index) => `SELECT 1 FROM story_words w WHERE w.words @@ $${index + 1}::tsquery`,
  );
  const [explained] = await database.sql<{ readonly 'QUERY PLAN': readonly [ExplainedPlan] }>({
    name: `spoken-expected-${queries.length}`,
    text: `EXPLAIN (FORMAT JSON) ${reads.join(' UNION ALL ')}`,
    values: queries,
  });
  const [all = Infinity, beginning = 0, ...each] =
    explained?.['QUERY PLAN'][0].Plan.Plans.map((plan) => plan['Plan Rows']) ?? [];
  return all <= maxExpected && Math.min(...each) <= beginning ? query : null;
}

interface ExplainedPlan {
  readonly Plan: { readonly Plans: readonly { readonly 'Plan Rows': number }[] };
}

const quote = (text: string): string => `'${text.replaceAll(/['\\]/gu, '$&$&')}'`;

const toOperand = ({ lexemes, beginning }: SoughtWord): string =>
  `(${[...lexemes.map(quote), ...(beginning === null ? [] : [`${quote(beginning)}:*`])].join(' | ')})`;

function toTsquery(terms: SpokenQuery['terms'], isOrdered: boolean): string {
  const texts = terms.map((words) =>
    words
      .map((word, index) => {
        const before = words[index - 1];
        if (!before) return toOperand(word);
        return `${isOrdered ? `<${word.offset - before.offset}>` : '&'} ${toOperand(word)}`;
      })
      .join(' '),
  );
  return texts.map((text) => `(${text})`).join(' & ');
}
