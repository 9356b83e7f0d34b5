import { pushLimits, toShownTitle, toStoryUrl, toWholeSentence, type NewsKind } from '@relato/contract';
import type { PushNotification, PushTarget } from '@relato/push';
import type { QueuedPush } from '../jobs/queue.ts';
import type { Services } from '../rpc/context.ts';
import { hourOf, isToldAsAnswer, mayRead } from './queries.ts';
import { toKnownZone } from './settings-queries.ts';

interface PushRow extends PushTarget {
  readonly kind: NewsKind;
  readonly story_id: string | null;
  readonly title: string | null;
  readonly username: string | null;
  readonly name: string | null;
  readonly people: number;
  readonly votes: number | null;
  readonly seconds_left: number | null;
  readonly muted_words: readonly string[];
}

/** SQL for the user's time, for the minute of their day, and for whether it is in their quiet hours. */
const userTime = `(clock_timestamp() AT TIME ZONE ${toKnownZone('w.time_zone')})::time`;
const minute = `(extract(hour FROM ${userTime}) * 60 + extract(minute FROM ${userTime}))`;
const isQuiet = `(w.quiet_from IS NOT NULL AND CASE WHEN w.quiet_from <= w.quiet_until
  THEN ${minute} >= w.quiet_from AND ${minute} < w.quiet_until
  ELSE ${minute} >= w.quiet_from OR ${minute} < w.quiet_until END)`;

/** SQL for the seconds until their quiet hours begin, or null. */
const secondsLeft = `CASE WHEN w.quiet_from <> w.quiet_until THEN mod(86400 + w.quiet_from * 60
  - floor(extract(epoch FROM ${userTime}))::integer, 86400) END AS seconds_left`;

/** SQL for a subscription, its valid session and its user, who is not suspended. */
const subscription = `push_subscriptions s
  JOIN users u ON u.id = s.user_id AND u.suspended_at IS NULL
  JOIN sessions e ON e.id = s.session_id AND e.expires_at > statement_timestamp()
  LEFT JOIN news_settings w ON w.user_id = s.user_id`;
/** SQL for whether it is the requested subscription ($1), and its user wants news of this kind now. */
const isWanted = (kind: string): string =>
  `s.id = $1::uuid AND NOT coalesce(${kind} = ANY (w.silenced), false) AND NOT coalesce(${isQuiet}, false)`;

/** SQL for whether a user gets news of another one, whom they may have blocked and who may be suspended by now. */
const isToldOf = (user: string, actor: string): string => `(may_tell(${user}, ${actor})
  AND NOT EXISTS (SELECT FROM users a WHERE a.id = ${actor} AND a.suspended_at IS NOT NULL))`;

const isOfGroup = (other: string): string => `${other}.user_id = n.user_id AND ${other}.kind = n.kind
  AND ${other}.story_id IS NOT DISTINCT FROM n.story_id AND ${hourOf(other)} = ${hourOf('n')}
  AND ${isToldOf('n.user_id', `${other}.actor_id`)}`;

/** News of the same story that are newer have their own job, which covers this one. */
const ofNews = `SELECT s.endpoint, s.p256dh, s.auth, u.muted_words, ${secondsLeft}, n.kind::text AS kind, n.story_id, n.votes,
    CASE WHEN t.published AND t.hidden_at IS NULL THEN t.title END AS title,
    p.username::text AS username, coalesce(p.username::text, c.author_name) AS name,
    (SELECT count(DISTINCT coalesce(o.actor_id, o.id)) FROM news o WHERE ${isOfGroup('o')})::integer AS people
  FROM ${subscription} JOIN news n ON n.id = $2::uuid AND n.user_id = s.user_id
  LEFT JOIN stories t ON t.id = n.story_id
  LEFT JOIN profiles p ON p.id = n.actor_id
  LEFT JOIN comments c ON c.id = n.comment_id
  WHERE ${isWanted('n.kind::text')} AND n.read_at IS NULL
    AND n.created_at > statement_timestamp() - make_interval(secs => ${pushLimits.ttlSeconds})
    AND ${isToldOf('n.user_id', 'n.actor_id')} AND ${mayRead('n', 'n.user_id')}
    AND NOT EXISTS (SELECT FROM news o WHERE ${isOfGroup('o')} AND (o.created_at, o.id) > (n.created_at, n.id))`;

const ofStory = `SELECT s.endpoint, s.p256dh, s.auth, u.muted_words, ${secondsLeft}, 'story' AS kind, t.id AS story_id,
    NULL::integer AS votes, t.title,
    p.username::text AS username, p.username::text AS name, 1 AS people
  FROM ${subscription} JOIN stories t ON t.id = $2::uuid AND t.published AND t.hidden_at IS NULL
  JOIN follows f ON f.follower_id = s.user_id AND f.following_id = t.user_id AND t.published_at > GREATEST(f.told_since, f.read_until)
  JOIN profiles p ON p.id = t.user_id
  WHERE ${isWanted(`'story'`)} AND f.told_since IS NOT NULL AND ${isToldOf('s.user_id', 't.user_id')}
    AND NOT ${isToldAsAnswer('s.user_id', 't.id')}
    AND t.published_at > statement_timestamp() - make_interval(secs => ${pushLimits.ttlSeconds})`;

interface FoundPush {
  readonly target: PushTarget;
  readonly notification: PushNotification;
  readonly ttlSeconds: number;
}

/**
 * Returns the current notification for a browser, its address, and how long the push service should keep it. Null if the
 * news was read, is covered by a newer one, is unwanted or no longer visible, or if the browser has signed out.
 */
export async function findPush(
  { database, publicUrl }: Pick<Services, 'database' | 'publicUrl'>,
  queued: Exclude<QueuedPush, { readonly kind: 'followers' }>,
): Promise<FoundPush | null> {
  const isNews = queued.kind === 'news';
  const [row] = await database.sql<PushRow>({
    name: isNews ? 'push-news' : 'push-story',
    text: isNews ? ofNews : ofStory,
    values: [queued.subscriptionId, isNews ? queued.newsId : queued.storyId],
    pool: 'write',
  });
  if (!row) return null;
  const { endpoint, p256dh, auth, seconds_left: left } = row;
  return {
    target: { endpoint, p256dh, auth },
    notification: toNotification(publicUrl, row),
    // A device that is turned on during the quiet hours shows nothing either.
    ttlSeconds: Math.min(pushLimits.ttlSeconds, left ?? Infinity),
  };
}

/** Contains nothing that is not public: neither the text of a comment nor the title of an unpublished story. */
function toNotification(publicUrl: string, row: PushRow): PushNotification {
  const { kind, title, name, username, people, votes, story_id: storyId } = row;
  const news = { kind, actor: name === null ? null : { name, username }, others: people - 1, votes };
  return {
    title: 'Relato',
    body: toWholeSentence(news, toShownTitle(news, title, row.muted_words)),
    navigate:
      storyId === null
        ? `${publicUrl}${username ? `/u/${username}` : '/avisos'}`
        : toStoryUrl(publicUrl, storyId),
    tag: `${kind} ${storyId ?? ''}`.trim(),
  };
}
