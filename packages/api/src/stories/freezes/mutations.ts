import { DomainError, limits, retention, type FreezeStoryInput } from '@relato/contract';
import { Prisma, readTime } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import { requireActiveModerator } from '../../locks.ts';
import { writeLog } from '../../moderation-log.ts';
import { readReporters } from '../../notices.ts';
import type { Services, Viewer } from '../../rpc/context.ts';
import { requireMayJudge } from '../../users/policy.ts';
import { hide, isHiddenByDecision, isWaiting, lockStory } from '../hiding-mutations.ts';

/**
 * Keeps a copy of a story and its files for an authority until the end of a day, and hides the story. Later deletions by its
 * author do not affect the copy. Repeating it for the same case sets another end, also after the story was deleted: an
 * earlier one, or once a later one; a new freeze for an ended case counts as that. Returns the id of the freeze. Throws
 * STORY_NOT_FOUND, FREEZE_DATE_INVALID, FREEZE_PROLONGED, and FORBIDDEN for the viewer's own story.
 */
export async function freezeStory(
  services: Services,
  viewer: Viewer,
  { id: storyId, caseNumber, until, ...grounds }: FreezeStoryInput,
): Promise<string> {
  return services.database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    // Locks in the order of a deletion, which so comes either before or after the copy.
    await tx.$queryRaw`SELECT 1 FROM recordings
      WHERE id = (SELECT recording_id FROM stories WHERE id = ${storyId}::uuid) FOR UPDATE`;
    await tx.$queryRaw`SELECT 1 FROM stories WHERE id = ${storyId}::uuid FOR NO KEY UPDATE`;
    const prolonged = await prolong(tx, viewer, { storyId, caseNumber, until });
    if (prolonged !== null) {
      await writeLog(tx, viewer, { action: 'prolong-freeze', target: 'story', id: storyId, reason: until });
      return prolonged;
    }
    const story = await lockStory(tx, storyId);
    requireMayJudge(viewer, story.author);
    const id = await copyStory(tx, viewer, { storyId, caseNumber, until });
    await writeLog(tx, viewer, { action: 'freeze-story', target: 'story', id: storyId, reason: until });
    if (!isHiddenByDecision(story)) {
      const reporters = await readReporters(tx, storyId);
      // A story that waits for approval is hidden as a private one, and no longer waits: hidden as a public one it would be
      // visible to all moderators.
      if (isWaiting(story)) await tx.story.update({ where: { id: storyId }, data: { waitingSince: null } });
      // The title of a story that was never public is visible to its author alone.
      const hidable = story.isHeardByAll ? story : { ...story, title: '', waitingSince: null };
      await hide(services, tx, viewer, hidable, { ...grounds, ...reporters });
    }
    return id;
  });
}

interface Known {
  readonly id: string;
  readonly authorId: string;
  readonly isValid: boolean;
  readonly isTooOften: boolean;
}

interface Order {
  readonly storyId: string;
  readonly caseNumber: string;
  readonly until: string;
}

const toEnd = (until: string): Prisma.Sql => Prisma.sql`(${until}::date + 1)::timestamp AT TIME ZONE 'UTC'`;
/** SQL for whether the day is in the future, and within this many days of the first one. */
const isWithin = (
  until: string,
  first: Prisma.Sql,
  days: number,
): Prisma.Sql => Prisma.sql`(${toEnd(until)} > statement_timestamp()
  AND ${until}::date <= (${first} AT TIME ZONE 'UTC')::date + ${days}::int)`;
const { maxDays } = limits.freeze;
const { days: maxDaysInAll } = retention.frozenStory;
const firstDay = Prisma.sql`freezes.created_at`;

/**
 * Sets the end of a freeze. Returns its id, or null if none is active. Throws FREEZE_DATE_INVALID, FREEZE_PROLONGED and
 * FORBIDDEN.
 */
async function prolong(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  { storyId, caseNumber, until }: Order,
): Promise<string | null> {
  const [found] = await tx.$queryRaw<Known[]>`
    SELECT id, content -> 'author' ->> 'id' AS "authorId", ${isWithin(until, firstDay, maxDaysInAll)} AS "isValid",
      is_prolonged AND ${toEnd(until)} > ends_at AS "isTooOften"
    FROM freezes WHERE story_id = ${storyId}::uuid AND case_number = ${caseNumber} AND ended_at IS NULL FOR UPDATE`;
  if (!found) return null;
  requireNotOwn(viewer, found.authorId);
  if (!found.isValid) throw new DomainError('FREEZE_DATE_INVALID');
  if (found.isTooOften) throw new DomainError('FREEZE_PROLONGED');
  await tx.$executeRaw`UPDATE freezes SET ends_at = ${toEnd(until)}, is_prolonged = is_prolonged OR ${toEnd(until)} > ends_at
    WHERE id = ${found.id}::uuid`;
  return found.id;
}

/** Creates a freeze. One for an ended case counts as its prolongation, and keeps its first day. */
async function copyStory(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  { storyId, caseNumber, until }: Order,
): Promise<string> {
  const isInTime = isWithin(until, Prisma.sql`clock_timestamp()`, maxDays);
  const [ended] = await tx.$queryRaw<
    { isProlonged: boolean }[]
  >`SELECT is_prolonged AS "isProlonged" FROM freezes
    WHERE story_id = ${storyId}::uuid AND case_number = ${caseNumber} FOR UPDATE`;
  if (ended?.isProlonged) throw new DomainError('FREEZE_PROLONGED');
  const [copied] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO freezes (id, story_id, case_number, frozen_by_id, ends_at, keys, content)
    SELECT ${uuidv7()}::uuid, s.id, ${caseNumber}, ${viewer.id}::uuid, ${toEnd(until)},
      array_remove(ARRAY[r.original_key, r.playback_key], NULL), jsonb_build_object(
        'story', jsonb_build_object('title', s.title, 'transcript', s.transcript, 'transcriptWords', s.transcript_words,
          'tags', s.tags, 'durationMs', s.duration_ms, 'published', s.published, 'publishedAt', s.published_at,
          'createdAt', s.created_at),
        'author', jsonb_build_object('id', u.id, 'username', p.username, 'email', u.email),
        'recording', jsonb_build_object('originalKey', r.original_key, 'originalSha256', r.original_sha256,
          'playbackKey', r.playback_key),
        'comments', (SELECT coalesce(jsonb_agg(jsonb_build_object('userId', c.user_id, 'authorName', c.author_name,
          'content', c.content, 'createdAt', c.created_at) ORDER BY c.created_at, c.id), '[]')
          FROM comments c WHERE c.story_id = s.id))
    FROM stories s JOIN recordings r ON r.id = s.recording_id JOIN users u ON u.id = s.user_id
      JOIN profiles p ON p.id = s.user_id
    WHERE s.id = ${storyId}::uuid AND ${ended ? Prisma.sql`true` : isInTime}
    ON CONFLICT (story_id, case_number) DO UPDATE SET content = EXCLUDED.content, keys = EXCLUDED.keys, ends_at = EXCLUDED.ends_at,
      frozen_by_id = EXCLUDED.frozen_by_id, ended_at = NULL, is_prolonged = true
    WHERE ${isWithin(until, firstDay, maxDaysInAll)} RETURNING id`;
  if (!copied) throw new DomainError('FREEZE_DATE_INVALID');
  return copied.id;
}

/** Throws FORBIDDEN for a freeze of the viewer's own story. Its author may have lost their role, or be deleted. */
const requireNotOwn = (viewer: Viewer, authorId: string): void =>
  requireMayJudge(viewer, { id: authorId, role: 'user' });

/**
 * Ends a freeze: erases the copy, and the files that no other row names. The story stays hidden until a moderator restores
 * it. Throws FREEZE_NOT_FOUND, and FORBIDDEN for the viewer's own story.
 */
export async function endFreeze(services: Services, viewer: Viewer, id: string): Promise<void> {
  await services.database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    if (!(await eraseFreeze(services, tx, viewer, id))) throw new DomainError('FREEZE_NOT_FOUND');
  });
}

/** Returns whether there was a freeze. */
export async function eraseFreeze(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  viewer: Viewer | null,
  id: string,
): Promise<boolean> {
  const [ended] = await tx.$queryRaw<{ storyId: string; authorId: string; keys: string[] }[]>`
    SELECT story_id AS "storyId", content -> 'author' ->> 'id' AS "authorId", keys
    FROM freezes WHERE id = ${id}::uuid AND ended_at IS NULL FOR UPDATE`;
  if (!ended) return false;
  const { storyId, authorId, keys } = ended;
  if (viewer) requireNotOwn(viewer, authorId);
  await tx.freeze.update({ where: { id }, data: { content: {}, keys: [], endedAt: await readTime(tx) } });
  // Files that a concurrent deletion leaves are collected like all files without a row.
  const left = await tx.$queryRaw<{ key: string }[]>`
    SELECT k.key FROM unnest(${keys}::text[]) k (key)
    WHERE NOT EXISTS (SELECT FROM recordings r WHERE r.original_key = k.key OR r.playback_key = k.key)
      AND NOT EXISTS (SELECT FROM freezes f WHERE k.key = ANY (f.keys))`;
  if (left.length > 0) await jobs.enqueue(tx, 'delete-objects', { keys: left.map(({ key }) => key) });
  await writeLog(tx, viewer, { action: 'end-freeze', target: 'story', id: storyId });
  return true;
}
