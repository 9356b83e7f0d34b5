import { createHash } from 'node:crypto';
import {
  DomainError,
  limits,
  toFoldedWords,
  type SaveWatchedListInput,
  type WatchedTrial,
} from '@relato/contract';
import type { Prisma } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import { requireActiveModerator } from '../../locks.ts';
import { writeLog } from '../../moderation-log.ts';
import type { Services, Viewer } from '../../rpc/context.ts';
import { findInStory, readPublicStory, toTrial, watchedColumns, type WatchedStory } from './queries.ts';
import { toWordIndex } from './word-index.ts';

const { maxLists, maxWords, trial: trialLimits } = limits.watched;

const listLock = 'watched.lists';

/** Serializes changes of the lists. */
async function lockLists(tx: Prisma.TransactionClient, viewer: Viewer): Promise<void> {
  await requireActiveModerator(tx, viewer);
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${listLock}))::text`;
}

async function requireList(tx: Prisma.TransactionClient, viewer: Viewer, name: string) {
  await lockLists(tx, viewer);
  const list = await tx.watchedList.findUnique({ where: { name } });
  if (!list) throw new DomainError('WATCHED_LIST_NOT_FOUND');
  return list;
}

/**
 * Creates a list, replaces its words, or adds some. New words switch it off, because they have not been tried. Returns the
 * number of words. Throws WATCHED_LISTS_TOO_MANY, WATCHED_WORDS_TOO_MANY, and without words WATCHED_LIST_NOT_FOUND or
 * WATCHED_WORD_INVALID.
 */
export async function saveWatchedList(
  { database }: Services,
  viewer: Viewer,
  { name, weight, words, adds }: SaveWatchedListInput,
): Promise<number> {
  return database.prisma.$transaction(async (tx) => {
    await lockLists(tx, viewer);
    const before = await tx.watchedList.findUnique({ where: { name } });
    if (!before && (await tx.watchedList.count()) >= maxLists)
      throw new DomainError('WATCHED_LISTS_TOO_MANY');
    const kept = adds ? (before?.words ?? []) : [];
    const folded = [...new Set([...kept, ...words.map((word) => toFoldedWords(word).join(' '))])].toSorted();
    if (folded.length === 0) throw new DomainError(adds ? 'WATCHED_LIST_NOT_FOUND' : 'WATCHED_WORD_INVALID');
    if (folded.length > maxWords) throw new DomainError('WATCHED_WORDS_TOO_MANY');
    const digest = createHash('sha256').update(JSON.stringify(folded)).digest('hex');
    const isSame = before?.digest === digest;
    const data = { weight, words: folded, digest, ...(isSame ? {} : { isOn: false }) };
    const { id } = await tx.watchedList.upsert({
      where: { name },
      create: { id: uuidv7(), name, ...data },
      update: data,
      select: { id: true },
    });
    await tx.$executeRaw`UPDATE watched_lists SET updated_at = clock_timestamp() WHERE id = ${id}::uuid`;
    const reason = `${name}: ${folded.length}`;
    await writeLog(tx, viewer, { action: 'save-watched-list', target: 'watched-list', id, reason });
    return folded.length;
  });
}

/** Throws WATCHED_LIST_NOT_FOUND, and WATCHED_LIST_UNTRIED if the trial of its current words is not complete. */
export async function switchWatchedList(
  { database }: Services,
  viewer: Viewer,
  { name, isOn }: { readonly name: string; readonly isOn: boolean },
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const { id, digest, triedDigest, trial, ...list } = await requireList(tx, viewer, name);
    if (isOn && !(triedDigest === digest && toTrial(trial)?.isDone))
      throw new DomainError('WATCHED_LIST_UNTRIED');
    if (list.isOn === isOn) return;
    await tx.watchedList.update({ where: { id }, data: { isOn } });
    const action = isOn ? 'start-watched-list' : 'stop-watched-list';
    await writeLog(tx, viewer, { action, target: 'watched-list', id, reason: name });
  });
}

/** Deletes a list. Cases that it has created stay. Repeating it changes nothing. */
export async function deleteWatchedList(
  { database }: Services,
  viewer: Viewer,
  { name }: { readonly name: string },
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await lockLists(tx, viewer);
    const [gone] = await tx.$queryRaw<
      { id: string }[]
    >`DELETE FROM watched_lists WHERE name = ${name} RETURNING id`;
    if (!gone) return;
    await writeLog(tx, viewer, {
      action: 'delete-watched-list',
      target: 'watched-list',
      id: gone.id,
      reason: name,
    });
  });
}

const untried: WatchedTrial = { tested: 0, found: 0, examples: [], isDone: false };

/**
 * Searches the stories of the last days for the words of a list, newest first, and returns the finds so far. The position is
 * stored with the list: the caller repeats the call with `goesOn` until it is done. Without it, a complete trial starts over,
 * which would undo the one that another caller has completed meanwhile. Throws WATCHED_LIST_NOT_FOUND.
 */
export async function tryWatchedList(
  services: Services,
  viewer: Viewer,
  { name, goesOn: isLater = false }: { readonly name: string; readonly goesOn?: boolean | undefined },
  maxMs: number = trialLimits.maxMs,
): Promise<WatchedTrial> {
  const startedMs = performance.now();
  for (let isFirst = !isLater; ; isFirst = false) {
    const trial = await tryBatch(services, viewer, { name, isFirst });
    if (trial.isDone || performance.now() - startedMs >= maxMs) return trial;
  }
}

async function tryBatch(
  services: Services,
  viewer: Viewer,
  { name, isFirst }: { readonly name: string; readonly isFirst: boolean },
): Promise<WatchedTrial> {
  return services.database.prisma.$transaction(async (tx) => {
    const list = await requireList(tx, viewer, name);
    const before = list.triedDigest === list.digest ? toTrial(list.trial) : null;
    if (before?.isDone && !isFirst) return before;
    const goesOn = before !== null && !before.isDone;
    const { trialAt, trialStoryId } = goesOn ? list : { trialAt: null, trialStoryId: null };
    const stories = await tx.$queryRawUnsafe<(WatchedStory & { readonly publishedAt: Date })[]>(
      `SELECT ${watchedColumns}, s.published_at AS "publishedAt" FROM stories s JOIN profiles p ON p.id = s.user_id
        WHERE s.published AND s.hidden_at IS NULL
          AND story_heat(0, s.published_at) > story_heat(0, statement_timestamp() - interval '${trialLimits.days} days')
          AND ($1::timestamptz IS NULL OR (story_heat(0, s.published_at), s.published_at, s.id)
            < (story_heat(0, $1::timestamptz), $1::timestamptz, $2::uuid))
        ORDER BY story_heat(0, s.published_at) DESC, s.published_at DESC, s.id DESC LIMIT ${trialLimits.batchSize}`,
      trialAt,
      trialStoryId,
    );
    const index = toWordIndex([list]);
    const found: WatchedStory[] = [];
    for (const story of stories) if ((await findInStory(index, story)).length > 0) found.push(story);
    const { tested, found: foundBefore, examples } = goesOn ? before : untried;
    const shown = found.slice(0, trialLimits.maxExamples - examples.length);
    const trial = {
      tested: tested + stories.length,
      found: foundBefore + found.length,
      examples: [...examples, ...(await toExamples(tx, index, shown))],
      isDone: stories.length < trialLimits.batchSize,
    };
    const last = stories.at(-1);
    await tx.watchedList.update({
      where: { id: list.id },
      data: {
        triedDigest: list.digest,
        trial: { ...trial, examples: trial.examples.map((each) => ({ ...each })) },
        trialAt: last?.publishedAt ?? trialAt,
        trialStoryId: last?.id ?? trialStoryId,
      },
    });
    if (trial.isDone)
      await writeLog(tx, viewer, {
        action: 'try-watched-list',
        target: 'watched-list',
        id: list.id,
        reason: `${name}: ${trial.found}/${trial.tested}`,
      });
    return trial;
  });
}

/** Returns the first find of each story, with its second. */
async function toExamples(
  tx: Prisma.TransactionClient,
  index: ReturnType<typeof toWordIndex>,
  stories: readonly WatchedStory[],
): Promise<WatchedTrial['examples']> {
  const examples: WatchedTrial['examples'][number][] = [];
  for (const { id } of stories) {
    const story = await readPublicStory(tx, id);
    const [first] = story ? await findInStory(index, story) : [];
    if (first) examples.push({ ...first.find, storyId: id });
  }
  return examples;
}
