import type { LinkedStory } from '@relato/api';
import {
  pageDescriptions,
  siteTitle,
  toProfileTitle,
  toStoryTitle,
  type PublicProfile,
} from '@relato/contract';
import { previewSize } from '../preview-image/draw-preview.ts';
import { embedSize } from './oembed.ts';
import { toPreviewPath } from './preview.ts';
import { escapeMarkup, removeForbidden, toLine, toScriptJson } from '../markup.ts';

/** Search engines and messengers show about so many characters of a description. */
const maxDescription = 155;

/** Returns the head of a story's page, for programs that preview or index its link. */
export function toStoryHead(story: LinkedStory, publicUrl: string): string {
  const title = toLine(story.title);
  const description = toDescription(story.transcript ?? pageDescriptions.story);
  const url = `${publicUrl}/?story=${story.id}`;
  const image = `${publicUrl}${toPreviewPath(story)}`;
  const { username } = story.author;
  const author = username === null ? null : { name: username, url: toProfileUrl(username, publicUrl) };
  const publishedAt = story.publishedAt.toISOString();
  const modifiedAt = story.updatedAt.toISOString();
  return [
    toBasics({ title: toLine(toStoryTitle(story)), description, url, card: 'player' }),
    meta('name', 'twitter:player', `${publicUrl}/embed/${story.id}`),
    meta('name', 'twitter:player:width', String(embedSize.width)),
    meta('name', 'twitter:player:height', String(embedSize.height)),
    meta('name', 'twitter:image', image),
    toOembedLink(url, { title, publicUrl }),
    property('og:type', 'article'),
    property('og:title', title),
    property('og:image', image),
    property('og:image:type', 'image/png'),
    property('og:image:width', String(previewSize.width)),
    property('og:image:height', String(previewSize.height)),
    property('og:image:alt', title),
    property('article:published_time', publishedAt),
    property('article:modified_time', modifiedAt),
    ...(author ? [property('article:author', author.url)] : []),
    ...story.tags.map((tag) => property('article:tag', toLine(tag))),
    toLinkedData({
      '@type': 'PodcastEpisode',
      url,
      name: title,
      description,
      image,
      inLanguage: 'es',
      datePublished: publishedAt,
      dateModified: modifiedAt,
      keywords: story.tags.map(toLine),
      ...(author && { author: { '@type': 'Person', ...author } }),
      associatedMedia: {
        '@type': 'AudioObject',
        contentUrl: `${publicUrl}/audio/${story.id}`,
        duration: `PT${Math.round(story.durationMs / 1000)}S`,
        ...(story.transcript !== null && { transcript: removeForbidden(story.transcript) }),
      },
    }),
  ].join('');
}

/** Returns the head of a profile's page. */
export function toProfileHead(profile: PublicProfile, publicUrl: string): string {
  const { username } = profile;
  const title = toProfileTitle(username);
  const url = toProfileUrl(username, publicUrl);
  return [
    toBasics({ title, description: pageDescriptions.profile(username), url, card: 'summary' }),
    property('og:type', 'profile'),
    property('og:title', title),
    property('profile:username', username),
    toLinkedData({
      '@type': 'ProfilePage',
      url,
      mainEntity: {
        '@type': 'Person',
        name: toLine(profile.fullName ?? username),
        alternateName: `@${username}`,
        url,
        interactionStatistic: {
          '@type': 'InteractionCounter',
          interactionType: 'https://schema.org/FollowAction',
          userInteractionCount: profile.followersCount,
        },
        agentInteractionStatistic: {
          '@type': 'InteractionCounter',
          interactionType: 'https://schema.org/WriteAction',
          userInteractionCount: profile.postsCount,
        },
      },
    }),
  ].join('');
}

/** The head of every page that shows a stranger nothing, whatever the reason. */
export const missingHead = `<title>${siteTitle}</title>${meta('name', 'robots', 'noindex')}`;

interface Basics {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly card: 'summary' | 'player';
}

const toBasics = ({ title, description, url, card }: Basics): string =>
  [
    `<title>${escapeMarkup(title)}</title>`,
    `<link rel="canonical" href="${escapeMarkup(url)}">`,
    meta('name', 'description', description),
    meta('name', 'twitter:card', card),
    property('og:site_name', 'Relato'),
    property('og:locale', 'es_ES'),
    property('og:description', description),
    property('og:url', url),
  ].join('');

function toOembedLink(
  url: string,
  { title, publicUrl }: { readonly title: string; readonly publicUrl: string },
): string {
  const query = new URLSearchParams({ url, format: 'json' }).toString();
  const address = escapeMarkup(`${publicUrl}/oembed?${query}`);
  return `<link rel="alternate" type="application/json+oembed" href="${address}" title="${escapeMarkup(title)}">`;
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeMarkup(content)}">`;
}

const property = (name: string, content: string): string => meta('property', name, content);

const toLinkedData = (data: Readonly<Record<string, unknown>>): string =>
  `<script type="application/ld+json">${toScriptJson({ '@context': 'https://schema.org', ...data })}</script>`;

const toProfileUrl = (username: string, publicUrl: string): string =>
  `${publicUrl}/u/${encodeURIComponent(username)}`;

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' });

/** Returns the beginning of a text, cut between words if they are of usual length. */
function toDescription(text: string): string {
  // To segment a whole transcript would cost more than the rest of the head.
  const line = toLine(text.slice(0, 4 * maxDescription));
  if (line.length <= maxDescription) return line;
  const last = graphemes.segment(line).containing(maxDescription);
  const beginning = line.slice(0, last?.index);
  const space = beginning.lastIndexOf(' ');
  return `${space > maxDescription / 2 ? beginning.slice(0, space) : beginning}…`;
}
