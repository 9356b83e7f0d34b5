import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { findPodcast, isFormerName, requireSubjectPodcast, type Services } from '@relato/api';
import { DomainError, subjectInput, toFeedUrl } from '@relato/contract';
import { Hono, type Context } from 'hono';
import { accepts } from '../../http/accepted-encodings.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { cacheRules, isKnownTag } from '../../http/cache-rules.ts';
import type { RouteAuthorizer, RoutePolicies } from '../../middleware/authorize-route.ts';
import { withoutCredentials } from '../../middleware/request-head.ts';
import { forOtherSites } from '../pages/foreign-site-headers.ts';
import { moveOn } from '../pages/renamed-address.ts';
import type { ToMp3Tag } from './mp3-tag.ts';
import { toFeed, toSubjectChannel, toUserChannel, type Channel } from './podcast-feed.ts';

export const podcastPolicies = {
  'GET /u/:username/feed.xml': {
    description: 'the latest public stories of a user as a podcast',
    caller: 'anyone',
    target: 'visible',
    limits: ['read'],
  },
  'GET /tema/:tag/feed.xml': {
    description: 'the same of a tag',
    caller: 'anyone',
    target: 'visible',
    limits: ['read'],
  },
} as const satisfies RoutePolicies;

const compress = promisify(gzip);

interface PodcastOptions {
  readonly authorizeRoute: RouteAuthorizer;
  readonly ownerEmail: string | undefined;
  readonly toMp3Tag: ToMp3Tag;
}

/**
 * `/u/{username}/feed.xml` and `/tema/{tag}/feed.xml`: podcasts without a session. A former username redirects to its
 * podcast. Unknown, suspended, deleted and switched off podcasts all answer the same 404.
 */
export function podcastRoutes(
  services: Services,
  { authorizeRoute, ownerEmail, toMp3Tag }: PodcastOptions,
): Hono<AppEnv> {
  const { publicUrl } = services;
  const routes = new Hono<AppEnv>();
  const answerFeed = async (c: Context<AppEnv>, channel: Channel, changedAt?: Date) => {
    const feed = toFeed(channel, { publicUrl, ownerEmail, toMp3Tag });
    const headers = {
      'Content-Type': 'application/rss+xml; charset=utf-8',
      'Cache-Control': cacheRules.shared,
      // The tag is weak, because the compressed feed has the same one.
      ETag: `W/"${createHash('sha256').update(feed).digest('base64url').slice(0, 22)}"`,
      Vary: 'Accept-Encoding',
      // A subject has no date, because the loss of an older story would not change it.
      ...(changedAt && { 'Last-Modified': toModified(changedAt).toUTCString() }),
      ...forOtherSites,
    };
    if (isKnown(c, headers, changedAt)) return c.body(null, 304, headers);
    if (!accepts(c.req.header('accept-encoding') ?? '', 'gzip')) return c.body(feed, 200, headers);
    // The feed may be compressed, because it is the same for every caller and its length reveals nothing.
    return c.body(new Uint8Array(await compress(feed)), 200, { ...headers, 'Content-Encoding': 'gzip' });
  };

  routes.get('/u/:username/feed.xml', async (c) => {
    await authorizeRoute(withoutCredentials(c), podcastPolicies['GET /u/:username/feed.xml']);
    const name = c.req.param('username');
    const podcast = await findPodcast(services, name);
    if (!podcast) throw new DomainError('PROFILE_NOT_FOUND');
    const { username } = podcast.author;
    if (isFormerName(name, username)) return moveOn(c, toFeedUrl(publicUrl, username), forOtherSites);
    return answerFeed(c, toUserChannel(podcast, publicUrl), podcast.changedAt);
  });

  routes.get('/tema/:tag/feed.xml', async (c) => {
    await authorizeRoute(withoutCredentials(c), podcastPolicies['GET /tema/:tag/feed.xml']);
    const { data } = subjectInput.safeParse({ tag: c.req.param('tag') });
    if (!data) throw new DomainError('SUBJECT_NOT_FOUND');
    const podcast = await requireSubjectPodcast(services, data.tag);
    return answerFeed(c, toSubjectChannel(podcast, publicUrl));
  });
  return routes;
}

/** Longer than a transaction, and than the difference between the clocks of two machines. */
const settledMs = 5_000;
const isSettled = (changedAt: Date): boolean => Date.now() - changedAt.getTime() > settledMs;

/** HTTP dates have whole seconds. While the feed may still change within this second, it has the date of the second before. */
const toModified = (changedAt: Date): Date =>
  new Date(changedAt.getTime() - (isSettled(changedAt) ? 0 : 1_000));

/**
 * Returns whether the client has this feed. A date counts only without a tag, and only if it equals the sent date, because a
 * removed story may give the feed an earlier one.
 */
function isKnown(
  { req }: Context,
  { ETag, 'Last-Modified': date }: { readonly ETag: string; readonly 'Last-Modified'?: string },
  changedAt?: Date,
): boolean {
  const tags = req.header('if-none-match');
  if (tags !== undefined) return isKnownTag(tags, ETag);
  return changedAt !== undefined && isSettled(changedAt) && req.header('if-modified-since') === date;
}
