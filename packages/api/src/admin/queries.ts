import type {
  FailedJob,
  FailedJobsInput,
  JobName,
  ModerationLogEntry,
  ModerationLogInput,
  ModerationStats,
  Page,
  ProfileSummary,
  UserId,
} from '@relato/contract';
import type { Services } from '../rpc/context.ts';
import { toPage, toPlaceInTime } from '../rpc/cursor.ts';
import type { QueueDepth } from '../jobs/queue-depths.ts';
import type { DeadJob } from '../jobs/queue.ts';
import type { QueuedMail } from '../mail/queued-mail.ts';

const toSummary = (id: string | null, username: string | null): ProfileSummary | null =>
  id === null ? null : { id: id as UserId, username }; // a row's id is a plain string

/** Lists the moderation log, newest first. */
export async function listLog(
  { database }: Services,
  { cursor, limit, action, targetType, targetId, actorId }: ModerationLogInput,
): Promise<Page<ModerationLogEntry>> {
  const after = toPlaceInTime(cursor);
  const rows = await database.prisma.moderationLog.findMany({
    where: {
      ...(action && { action }),
      ...(targetType && { targetType }),
      ...(targetId && { targetId }),
      ...(actorId && { actorId }),
      ...(after && {
        OR: [{ createdAt: { lt: after.at } }, { createdAt: after.at, id: { lt: after.id } }],
      }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
    include: { actor: { select: { profile: { select: { username: true } } } } },
  });
  const people = await database.prisma.profile.findMany({
    where: { id: { in: rows.flatMap((row) => (row.targetType === 'user' ? [row.targetId] : [])) } },
    select: { id: true, username: true },
  });
  const usernames = new Map(people.map((person) => [person.id, person.username]));
  return toPage(
    rows,
    limit,
    ({ actor, actorId: by, ...entry }) => ({
      ...entry,
      targetUsername: usernames.get(entry.targetId) ?? null,
      actor: toSummary(by, actor?.profile?.username ?? null),
    }),
    (row) => [row.createdAt.getTime(), row.id],
  );
}

interface StatsRow {
  readonly users: number;
  readonly suspended: number;
  readonly stories: number;
  readonly published: number;
  readonly hidden: number;
  readonly comments: number;
  readonly audio_bytes: number;
  readonly pending: number;
  readonly reviewing: number;
  readonly open_appeals: number;
  readonly failed_inspections: number;
  readonly failed_transcriptions: number;
}

/**
 * Counts all rows as they are now; only the running jobs are those of the workers' last count. Audio counts with its stored
 * size: the original and the served copy.
 */
export async function getStats({ database, jobs }: Services): Promise<ModerationStats> {
  const [row] = await database.sql<StatsRow>({
    name: 'moderation-stats',
    text: `SELECT
      (SELECT count(*)::int FROM users) AS users,
      (SELECT count(*)::int FROM users WHERE suspended_at IS NOT NULL) AS suspended,
      (SELECT count(*)::int FROM stories) AS stories,
      (SELECT count(*)::int FROM stories WHERE published AND hidden_at IS NULL) AS published,
      (SELECT count(*)::int FROM stories WHERE hidden_at IS NOT NULL) AS hidden,
      (SELECT count(*)::int FROM comments) AS comments,
      (SELECT coalesce(sum(coalesce(bytes, 0) + coalesce(playback_bytes, 0)), 0)::float8 FROM recordings)
        + (SELECT coalesce(sum(bytes), 0)::float8 FROM story_mp3s) AS audio_bytes,
      (SELECT count(*)::int FROM reports WHERE status = 'pending' AND story_id IS NOT NULL) AS pending,
      (SELECT count(*)::int FROM reports WHERE status = 'reviewing' AND story_id IS NOT NULL) AS reviewing,
      (SELECT count(*)::int FROM appeals WHERE status = 'open') AS open_appeals,
      (SELECT count(*)::int FROM recordings WHERE state = 'inspecting' AND inspection_failed_at IS NOT NULL)
        AS failed_inspections,
      (SELECT count(*)::int FROM transcripts WHERE status = 'error') AS failed_transcriptions`,
    values: [],
    // Counts every row, which may take longer than the timeout of other reads.
    pool: 'write',
  });
  if (!row) throw new Error('A statement without a table answers one row');
  return {
    users: { total: row.users, suspended: row.suspended },
    stories: { total: row.stories, published: row.published, hidden: row.hidden },
    comments: row.comments,
    audioBytes: row.audio_bytes,
    reports: { pending: row.pending, reviewing: row.reviewing },
    openAppeals: row.open_appeals,
    failedInspections: row.failed_inspections,
    failedTranscriptions: row.failed_transcriptions,
    jobs: await countJobs({ jobs }),
  };
}

/** The jobs that delete content elsewhere, which are retried for a year. */
const deletions: ReadonlySet<string> = new Set(['delete-objects', 'forget-transcript'] satisfies JobName[]);

async function countJobs({ jobs }: Pick<Services, 'jobs'>): Promise<ModerationStats['jobs']> {
  const depths = await jobs.readDepths();
  const sum = (count: (depth: QueueDepth) => number): number =>
    depths.reduce((total, depth) => total + count(depth), 0);
  return {
    queued: sum(({ due, later }) => due + later),
    active: sum(({ active }) => active),
    failed: sum(({ dead }) => dead),
    failingDeletions: sum(({ name, failing }) => (deletions.has(name) ? failing : 0)),
  };
}

/** Lists the permanently failed jobs, last failed first. */
export async function listFailedJobs(
  { jobs, database }: Pick<Services, 'jobs' | 'database'>,
  { cursor, limit, job }: FailedJobsInput,
): Promise<Page<FailedJob>> {
  const after = toPlaceInTime(cursor);
  const before = after && { failedAt: after.at, id: after.id };
  const rows = await jobs.listDead(job ?? null, { before, limit: limit + 1 });
  const users = await database.prisma.user.findMany({
    where: { id: { in: rows.flatMap(toMailedUser) } },
    select: { id: true, email: true },
  });
  const addresses = new Map(users.map((user) => [user.id, user.email]));
  return toPage(
    rows,
    limit,
    (row): FailedJob => ({
      id: row.id,
      job: row.name,
      about: toAbout(row, addresses),
      error: row.error,
      failedAt: row.failedAt,
    }),
    (row) => [row.failedAt.getTime(), row.id],
  );
}

const toMailedUser = ({ name, data }: DeadJob): string[] =>
  name === 'send-mail' && 'userId' in data ? [data.userId] : [];

function toAbout({ name, data }: DeadJob, addresses: ReadonlyMap<string, string | null>): string {
  switch (name) {
    case 'inspect-recording':
    case 'transcribe-recording':
    case 'measure-loudness':
      return data.recordingId;
    case 'delete-objects':
      return `${data.keys.length} objects`;
    case 'forget-transcript':
      return `${data.provider} ${data.providerJob}`;
    case 'make-mp3':
    case 'watch-story':
      return data.storyId;
    case 'send-push':
      return data.kind === 'news' ? data.newsId : data.storyId;
    case 'send-mail':
      return toMailed(data, addresses);
  }
}

function toMailed(queued: QueuedMail, addresses: ReadonlyMap<string, string | null>): string {
  switch (queued.kind) {
    case 'ready':
      return `${queued.mail.kind} to ${queued.mail.to}`;
    case 'suspended':
    case 'appeal-rejected':
    case 'digest':
      return `${queued.kind} to ${addresses.get(queued.userId) ?? 'a deleted account'}`;
    case 'confirm-again':
    case 'recover':
    case 'add-email':
      return `${queued.kind} to ${queued.email}`;
  }
}
