import { ECDH, randomUUID } from 'node:crypto';
import { hashToken } from '@relato/auth';
import {
  DomainError,
  modernTimeZones,
  newsKinds,
  pushLimits,
  type NewsSettingsInput,
  type SubscribeInput,
} from '@relato/contract';
import { requireActiveAlone } from '../locks.ts';
import type { Context, Services, Viewer } from '../rpc/context.ts';
import { defaultTimeZone } from './settings-queries.ts';

type Session = NonNullable<Context['session']>;

/**
 * Subscribes the browser of a session; repeating it changes nothing. A browser belongs to the last user who subscribed it.
 * Does nothing if the session has just ended. Throws INVALID_INPUT for a key that cannot encrypt, and FORBIDDEN if another
 * user asked for the notifications.
 */
export async function subscribe(
  { database }: Services,
  viewer: Viewer,
  session: Session,
  { endpoint, p256dh, auth, userId = viewer.id }: SubscribeInput,
): Promise<void> {
  requirePoint(p256dh);
  if (userId !== viewer.id) throw new DomainError('FORBIDDEN');
  await database.prisma.$transaction(async (tx) => {
    // Of concurrent calls, each sees the browsers that the others subscribed.
    await requireActiveAlone(tx, viewer.id);
    await tx.$executeRaw`
      INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, created_at)
      SELECT ${randomUUID()}::uuid, e.user_id, e.id, ${endpoint}, ${p256dh}, ${auth}, clock_timestamp()
      FROM sessions e WHERE e.id = ${hashToken(session.token)} AND e.user_id = ${viewer.id}::uuid
      ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, session_id = excluded.session_id,
        p256dh = excluded.p256dh, auth = excluded.auth`;
    await tx.$executeRaw`DELETE FROM push_subscriptions WHERE id IN (
      SELECT id FROM push_subscriptions WHERE user_id = ${viewer.id}::uuid AND endpoint <> ${endpoint}
      ORDER BY created_at DESC, id OFFSET ${pushLimits.maxBrowsers - 1})`;
  });
}

function requirePoint(key: string): void {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url');
  } catch (cause) {
    throw new DomainError('INVALID_INPUT', { cause });
  }
}

/** Unsubscribes a browser. Does nothing without a subscription. */
export async function unsubscribe({ database }: Services, viewer: Viewer, endpoint: string): Promise<void> {
  await database.prisma.pushSubscription.deleteMany({ where: { userId: viewer.id, endpoint } });
}

/** SQL for the rhythm after a change. */
const rhythm = `CASE WHEN $9 THEN excluded.digest ELSE news_settings.digest END`;

/**
 * Changes the given settings, and always the time zone. A time zone that the database does not know, but a newer browser
 * may, keeps the previous one. Settings that another call changes meanwhile stay changed.
 */
export async function setNewsSettings(
  { database }: Services,
  viewer: Viewer,
  { silenced = {}, quiet, digest, timeZone }: NewsSettingsInput,
): Promise<void> {
  const kinds = newsKinds.filter((kind) => silenced[kind] !== undefined);
  await database.sql({
    name: 'news-set-settings',
    // A new rhythm does not report the past again.
    text: `WITH known AS (
        SELECT coalesce((SELECT z.name FROM pg_timezone_names z LEFT JOIN news_settings w ON w.user_id = $1::uuid
          WHERE z.name IN ($7, $8, w.time_zone) ORDER BY z.name = $7 DESC, z.name = $8 DESC LIMIT 1), '${defaultTimeZone}') AS zone)
      INSERT INTO news_settings (user_id, silenced, quiet_from, quiet_until, time_zone, digest, digest_due_at, digested_at)
      SELECT $1::uuid, $2::text[], $4::smallint, $5::smallint, zone, $10::digest_rhythm,
        next_digest($10::digest_rhythm, zone), CASE WHEN $10::digest_rhythm IS NOT NULL THEN clock_timestamp() END FROM known
      ON CONFLICT (user_id) DO UPDATE SET
        silenced = ARRAY(SELECT kind FROM unnest(news_settings.silenced) AS kind WHERE kind <> ALL ($3::text[])) || excluded.silenced,
        quiet_from = CASE WHEN $6 THEN excluded.quiet_from ELSE news_settings.quiet_from END,
        quiet_until = CASE WHEN $6 THEN excluded.quiet_until ELSE news_settings.quiet_until END,
        time_zone = excluded.time_zone, digest = ${rhythm},
        digest_due_at = CASE
          -- Another change does not put off a mail that is due.
          WHEN (news_settings.digest, news_settings.time_zone) IS NOT DISTINCT FROM (${rhythm}, excluded.time_zone)
            THEN news_settings.digest_due_at
          ELSE next_digest(${rhythm}, excluded.time_zone) END,
        digested_at = CASE WHEN ${rhythm} IS NOT NULL THEN coalesce(news_settings.digested_at, clock_timestamp()) END`,
    values: [
      viewer.id,
      kinds.filter((kind) => silenced[kind]),
      kinds,
      quiet?.from ?? null,
      quiet?.until ?? null,
      quiet !== undefined,
      modernTimeZones.get(timeZone) ?? timeZone,
      timeZone,
      digest !== undefined,
      digest ?? null,
    ],
    pool: 'write',
  });
}
