import { setTimeout as delay } from 'node:timers/promises';
import { DomainError, type StoryId } from '@relato/contract';
import { isBlockedWith } from '../blocks/queries.ts';
import { isForUser } from '../heard-stories.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { writeLook } from '../moderation-log.ts';
import { canEdit, canSee, isHeardAlone, isPublic } from './policy.ts';
import { isInReview } from './version-queries.ts';

export const mp3Type = 'audio/mpeg';

export interface StoryAudio {
  readonly key: string;
  readonly bytes: number;
  readonly mimeType: string;
  /** False if the audio must not be cached, because only some users may hear it. */
  readonly isPublic: boolean;
}

/**
 * Returns where the audio of a story is stored. Throws STORY_NOT_FOUND, also for a story that the viewer may not hear.
 */
type StoryAudioFinder = (viewer: Viewer | null, id: StoryId) => Promise<StoryAudio>;

/** The MP3 of a story, with the data that its route sends. */
interface StoryMp3 extends StoryAudio {
  readonly story: {
    readonly id: StoryId;
    readonly title: string;
    readonly username: string | null;
    readonly publishedAt: Date;
  };
}

interface Mp3Row {
  readonly id: StoryId;
  readonly key: string;
  readonly bytes: number;
  readonly title: string;
  readonly username: string | null;
  readonly published_at: Date;
}

interface AudioRow {
  readonly id: StoryId;
  readonly user_id: string;
  readonly published: boolean;
  readonly hidden_at: Date | null;
  readonly playback_key: string | null;
  readonly playback_bytes: number | null;
  readonly playback_type: string | null;
  readonly is_blocked: boolean;
  readonly is_shared: boolean;
}

/** A story of a request, and its viewer. */
interface AudioRequestRow extends AudioRow {
  readonly viewer_id: string | null;
}

const toAudioColumns = (
  viewer: string,
): string => `s.id, s.user_id, s.published, s.hidden_at, r.playback_key, r.playback_bytes,
  r.playback_type, ${isBlockedWith(viewer, 's.user_id')} AS is_blocked,
  ${isForUser(viewer)} AS is_shared`;
const audioTables = `stories s JOIN recordings r ON r.id = s.recording_id`;
const toFacts = (row: AudioRow) => ({
  userId: row.user_id,
  published: row.published,
  hiddenAt: row.hidden_at,
  isBlocked: row.is_blocked,
  isShared: row.is_shared,
});
const toRequestKey = (id: string, viewerId: string | null): string => `${id} ${viewerId ?? ''}`;

/**
 * Creates a finder that batches the stories of all requests that arrive while a statement runs into the next statement. So a
 * busy server sends few statements, and yet each answer is read after its request arrived: no request after an unpublishing,
 * hiding or deletion gets an older answer.
 */
export function createStoryAudioFinder({ database }: Pick<Services, 'database'>): StoryAudioFinder {
  const findRow = createBatchedFinder(async (keys: readonly string[]) => {
    const requests = keys.map((key) => key.split(' '));
    const rows = await database.sql<AudioRequestRow>({
      name: 'story-audio',
      text: `SELECT ${toAudioColumns('q.viewer_id')}, q.viewer_id
        FROM unnest($1::uuid[], $2::uuid[]) AS q (story_id, viewer_id) JOIN ${audioTables} ON s.id = q.story_id`,
      values: [requests.map(([id]) => id), requests.map(([, viewerId]) => viewerId || null)],
    });
    return new Map(rows.map((row) => [toRequestKey(row.id, row.viewer_id), row]));
  });

  return async (viewer, id) => {
    const row = await findRow(toRequestKey(id, viewer?.id ?? null));
    if (row && !row.is_blocked && isPublic({ published: row.published, hiddenAt: row.hidden_at }))
      return toStoryAudio(row, true);
    // Most requests end above. The remaining stories are few, and their access depends on the viewer.
    if (row && !viewer && isHeardAlone(toFacts(row))) return toStoryAudio(row, false);
    if (!row || !viewer) throw new DomainError('STORY_NOT_FOUND');
    return requireRestrictedAudio(database, viewer, id);
  };
}

async function requireRestrictedAudio(
  database: Services['database'],
  viewer: Viewer,
  id: StoryId,
): Promise<StoryAudio> {
  const [row] = await database.sql<AudioRow & { readonly is_in_review: boolean }>({
    name: 'story-audio-for-viewer',
    text: `SELECT ${toAudioColumns('$2::uuid')}, ${isInReview('$2')} FROM ${audioTables} WHERE s.id = $1::uuid`,
    values: [id, viewer.id],
  });
  const facts = row && { ...toFacts(row), isInReview: row.is_in_review };
  if (!facts || !canSee(viewer, facts)) throw new DomainError('STORY_NOT_FOUND');
  if (!isPublic(facts) && !canEdit(viewer, facts) && !isHeardAlone(facts))
    await writeLook({ database }, viewer, { action: 'hear-story', storyId: id });
  return toStoryAudio(row, isPublic(facts));
}

function toStoryAudio(row: AudioRow, isForEveryone: boolean): StoryAudio {
  const { playback_key: key, playback_bytes: bytes, playback_type: mimeType } = row;
  if (!key || !bytes || !mimeType) throw new DomainError('STORY_NOT_FOUND');
  return { key, bytes, mimeType, isPublic: isForEveryone };
}

/**
 * Creates a finder of the MP3s of public stories, which batches as `createStoryAudioFinder` does. Throws STORY_NOT_FOUND,
 * also for a public story whose MP3 has not been made yet.
 */
export function createStoryMp3Finder({
  database,
}: Pick<Services, 'database'>): (id: StoryId) => Promise<StoryMp3> {
  const findRow = createBatchedFinder(async (ids: readonly StoryId[]) => {
    const rows = await database.sql<Mp3Row>({
      name: 'story-mp3',
      text: `SELECT s.id, m.key, m.bytes, s.title, s.published_at, p.username
        FROM story_mp3s m JOIN stories s ON s.id = m.story_id LEFT JOIN profiles p ON p.id = s.user_id
        WHERE s.id = ANY ($1::uuid[]) AND m.bytes IS NOT NULL AND s.published AND s.hidden_at IS NULL`,
      values: [ids],
    });
    return new Map(rows.map((row) => [row.id, row]));
  });

  return async (id) => {
    const row = await findRow(id);
    if (!row) throw new DomainError('STORY_NOT_FOUND');
    const { key, bytes, title, username, published_at: publishedAt } = row;
    return { key, bytes, mimeType: mp3Type, isPublic: true, story: { id, title, username, publishedAt } };
  };
}

/** The minimum time between the starts of two statements, which halves the number of statements of a busy server. */
const minIntervalMs = 1;

/**
 * Returns a function that finds one value by its key. `findAll` is called for one set of keys at a time; the keys of calls
 * meanwhile form the next set. A failure applies to all keys of its set.
 */
function createBatchedFinder<Key, Value>(
  findAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let next: { readonly keys: Set<Key>; readonly found: Promise<ReadonlyMap<Key, Value>> } | null = null;
  let running: Promise<unknown> = Promise.resolve();
  let startedAtMs = -Infinity;
  return async (key) => {
    if (!next) {
      const keys = new Set<Key>();
      const found = running.then(async () => {
        const earlyMs = startedAtMs + minIntervalMs - performance.now();
        if (earlyMs > 0) await delay(earlyMs);
        startedAtMs = performance.now();
        next = null;
        return findAll([...keys]);
      });
      running = found.catch(() => {});
      next = { keys, found };
    }
    next.keys.add(key);
    return (await next.found).get(key);
  };
}
