import type { NewsKind, NewsSettings } from '@relato/contract';
import type { Services, Viewer } from '../rpc/context.ts';

/** Used until a browser sends its time zone. */
export const defaultTimeZone = 'Europe/Madrid';

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
