import type { NewsKind, NewsSettings } from '@relato/contract';
import type { Services, Viewer } from '../rpc/context.ts';

/** Used until a browser sends its time zone. */
export const defaultTimeZone = 'Europe/Madrid';

/**
 * SQL for a stored time zone, or the default if the database no longer knows it. `pg_timezone_names` would read hundreds of
 * files for it.
 */
export const toKnownZone = (zone: string): string =>
  `CASE WHEN pg_input_is_valid('2000-01-01 00:00 ' || ${zone}, 'timestamptz') THEN ${zone} ELSE '${defaultTimeZone}' END`;

/** Returns the viewer's settings for news outside of the app. */
export async function getNewsSettings({ database, pusher }: Services, { id }: Viewer): Promise<NewsSettings> {
  const user = await database.prisma.user.findUniqueOrThrow({
    where: { id },
    select: { email: true, emailVerifiedAt: true, newsSettings: true },
  });
  const {
    silenced = [],
    quietFrom: from = null,
    quietUntil: until = null,
    digest = null,
    timeZone,
  } = user.newsSettings ?? {};
  return {
    silenced: silenced as NewsKind[], // `setNewsSettings` writes no others
    quiet: from === null || until === null ? null : { from, until },
    digest,
    timeZone: timeZone ?? defaultTimeZone,
    email: user.emailVerifiedAt && user.email,
    pushKey: pusher?.publicKey ?? null,
  };
}
