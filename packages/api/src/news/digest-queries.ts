import {
  hasMutedWord,
  type News,
  serverLimits,
  type StoryId,
  toShownTitle,
  toStoryUrl,
  toWholeSentence,
  userId,
} from '@relato/contract';
import type { Mail } from '@relato/mail';
import { isShownTo } from '../blocks/queries.ts';
import { isHeardByAll } from '../heard-stories.ts';
import { leaveLink } from '../mail/links.ts';
import type { QueuedMail } from '../mail/queued-mail.ts';
import type { Services } from '../rpc/context.ts';
import { toLeaveToken } from './digest-mutations.ts';
import { isToldAsAnswer, listUnreadNews } from './queries.ts';

interface StoryRow {
  readonly id: StoryId;
  readonly title: string;
  readonly tags: readonly string[];
  readonly username: string;
}

/** Returns the mail of a period, or null if nothing happened in it, or if its user no longer wants one. */
export async function writeDigest(
  services: Services,
  { since, until, ...queued }: Extract<QueuedMail, { readonly kind: 'digest' }>,
): Promise<Mail | null> {
  const { database, publicUrl, linkKey } = services;
  const id = userId.parse(queued.userId);
  const user = await database.prisma.user.findUnique({
    where: { id, suspendedAt: null, emailVerifiedAt: { not: null } },
    select: { email: true, mutedWords: true, newsSettings: { select: { digest: true } } },
  });
  const rhythm = user?.newsSettings?.digest;
  if (!user?.email || !rhythm) return null;
  const [from, to] = [new Date(since), new Date(until)];
  // New stories are listed below, with those of followed users whom the bell does not include.
  const news = await listUnreadNews(services, id, {
    since: from,
    until: to,
    limit: serverLimits.digest.maxNews,
  });
  const stories = (await listFollowedStories(services, id, from, to))
    .filter(({ title, tags }) => !hasMutedWord(user.mutedWords, [title, ...tags]))
    .slice(0, serverLimits.digest.maxStories);
  if (news.length + stories.length === 0) return null;
  const unnamed = await findUnnamed(services, news);
  return {
    kind: 'digest',
    to: user.email,
    link: `${publicUrl}/avisos`,
    leave: leaveLink(services, toLeaveToken(linkKey, id, user.email)),
    rhythm,
    news: news.map((item) => ({
      text: toWholeSentence(
        item,
        item.story && !unnamed.has(item.story.id)
          ? toShownTitle(item, item.story.title, user.mutedWords)
          : null,
      ),
      link: toLink(publicUrl, item),
    })),
    stories: stories.map(({ id: storyId, title, username }) => ({
      text: `@${username}: «${title}»`,
      link: toStoryUrl(publicUrl, storyId),
    })),
  };
}

/** Returns the stories in the news that are not public, also the user's own, which a mail must not name. */
async function findUnnamed({ database }: Services, news: readonly News[]): Promise<ReadonlySet<string>> {
  const ids = news.flatMap(({ story }) => (story ? [story.id] : []));
  const stories = await database.sql<{ readonly id: string }>({
    name: 'digest-unnamed',
    text: `SELECT s.id FROM stories s
      WHERE s.id = ANY ($1::uuid[]) AND NOT (s.hidden_at IS NULL AND ${isHeardByAll})`,
    values: [ids],
  });
  return new Set(stories.map(({ id }) => id));
}

const toLink = (publicUrl: string, { story, actor }: News): string =>
  story
    ? toStoryUrl(publicUrl, story.id)
    : `${publicUrl}${actor?.username ? `/u/${actor.username}` : '/avisos'}`;

const listFollowedStories = (
  { database }: Services,
  id: string,
  since: Date,
  until: Date,
): Promise<StoryRow[]> =>
  database.sql<StoryRow>({
    name: 'digest-stories',
    text: `SELECT s.id, s.title, s.tags, p.username::text AS username
      FROM follows f JOIN profiles p ON p.id = f.following_id
      CROSS JOIN LATERAL (SELECT s.id, s.title, s.tags, s.published_at FROM stories s
        WHERE s.user_id = f.following_id AND s.published AND s.hidden_at IS NULL
          AND s.published_at > $2::timestamptz AND s.published_at <= $3::timestamptz
          AND NOT ${isToldAsAnswer('$1::uuid', 's.id')}
        ORDER BY s.published_at DESC, s.id DESC LIMIT ${serverLimits.digest.maxRead}) AS s
      WHERE f.follower_id = $1::uuid AND ${isShownTo('$1::uuid', 'f.following_id')}
      ORDER BY s.published_at DESC, s.id DESC LIMIT ${serverLimits.digest.maxRead}`,
    values: [id, since, until],
  });
