import { mp3Type, type LinkedStory } from '@relato/api';
import {
  type Collection,
  embedSize,
  escapeMarkup,
  pageDescriptions,
  type PublicProfile,
  type Region,
  removeForbidden,
  type Subject,
  siteTitle,
  toCollectionTitle,
  toCollectionUrl,
  toLine,
  toEmbedUrl,
  toFeedUrl,
  toPodcastTitle,
  toProfileTitle,
  toStoryTitle,
  toStoryUrl,
  toSubjectPodcastTitle,
  toSubjectTitle,
  toSubjectUrl,
  toWordsDescription,
  toWordsTitle,
} from '@relato/contract';
import { previewSize } from '../../preview-image/draw-preview.ts';
import { toScriptJson } from './script-json.ts';
import { toDescription } from './description.ts';
import { toMp3Path } from '../podcast/podcast-files.ts';
import { toPreviewPath } from '../podcast/preview.ts';

/** Returns the head of a story's page for programs that preview or index its link. */
export function toStoryHead(story: LinkedStory, publicUrl: string): string {
  const title = toLine(story.title);
  const description = toDescription(story.transcript ?? pageDescriptions.story);
  const url = toStoryUrl(publicUrl, story.id);
  const image = `${publicUrl}${toPreviewPath(story)}`;
  const audio = `${publicUrl}${story.hasMp3 ? toMp3Path(story.id) : `/audio/${story.id}`}`;
  const { username } = story.author;
  const author = username === null ? null : { name: username, url: toProfileUrl(username, publicUrl) };
  const publishedAt = story.publishedAt.toISOString();
  const modifiedAt = story.updatedAt.toISOString();
  return [
    toBasics({ title: toLine(toStoryTitle(story)), name: title, description, url, card: 'player' }),
    ...toImage({ url: image, ...previewSize, alt: title }),
    meta('name', 'twitter:player', toEmbedUrl(publicUrl, story.id)),
    meta('name', 'twitter:player:width', String(embedSize.width)),
    meta('name', 'twitter:player:height', String(embedSize.height)),
    toOembedLink(url, { title, publicUrl }),
    property('og:type', 'article'),
    ...(story.hasMp3 ? [property('og:audio', audio), property('og:audio:type', mp3Type)] : []),
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
        contentUrl: audio,
        ...(story.hasMp3 && { encodingFormat: mp3Type }),
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
    toBasics({ title, name: title, description: pageDescriptions.profile(username), url, card: 'summary' }),
    ...toImage({ url: `${publicUrl}${logo.path}`, ...logo.size, alt: 'Relato' }),
    property('og:type', 'profile'),
    property('profile:username', username),
    ...(profile.podcast ? [toFeedLink(toFeedUrl(publicUrl, username), toPodcastTitle(username))] : []),
    toLinkedData({
      '@type': 'ProfilePage',
      url,
      mainEntity: {
        '@type': 'Person',
        name: username,
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

/** Returns the head of a subject's page. Its address uses the most frequent spelling. */
export function toSubjectHead({ name }: Subject, publicUrl: string): string {
  const tag = toLine(name);
  const title = toSubjectTitle(tag);
  const description = pageDescriptions.subject(tag);
  const url = toSubjectUrl(publicUrl, name);
  return [
    toBasics({ title, name: title, description, url, card: 'summary' }),
    ...toImage({ url: `${publicUrl}${logo.path}`, ...logo.size, alt: 'Relato' }),
    property('og:type', 'website'),
    toFeedLink(`${url}/feed.xml`, toSubjectPodcastTitle(tag)),
    toLinkedData({ '@type': 'CollectionPage', url, name: title, description, about: tag, inLanguage: 'es' }),
  ].join('');
}

/** Returns the head of the page of a public collection. */
export function toCollectionHead({ id, name, owner }: Collection, publicUrl: string): string {
  const [shown, username] = [toLine(name ?? ''), owner.username ?? ''];
  const title = toCollectionTitle(shown, username);
  const description = pageDescriptions.collection(shown, username);
  const url = toCollectionUrl(publicUrl, id);
  const author = { '@type': 'Person', name: username, url: toProfileUrl(username, publicUrl) };
  return [
    toBasics({ title, name: shown, description, url, card: 'summary' }),
    ...toImage({ url: `${publicUrl}${logo.path}`, ...logo.size, alt: 'Relato' }),
    property('og:type', 'website'),
    toLinkedData({ '@type': 'CollectionPage', url, name: shown, description, author, inLanguage: 'es' }),
  ].join('');
}

/** Returns the head of the page with the explained words of a region or of all regions. */
export function toWordsHead(region: Region | undefined, publicUrl: string): string {
  const title = toWordsTitle(region);
  const description = toWordsDescription(region);
  const url = `${publicUrl}/palabras${region ? `/${region}` : ''}`;
  return [
    toBasics({ title, name: title, description, url, card: 'summary' }),
    ...toImage({ url: `${publicUrl}${logo.path}`, ...logo.size, alt: 'Relato' }),
    property('og:type', 'website'),
    toLinkedData({ '@type': 'DefinedTermSet', url, name: title, description, inLanguage: 'es' }),
  ].join('');
}

/** The head of every page without content for visitors, whatever the reason. */
export const missingHead = `<title>${siteTitle}</title>${meta('name', 'robots', 'noindex')}`;

/** The picture of pages without one of their own. */
const logo = { path: '/icons/icon-512.png', size: { width: 512, height: 512 } } as const;

interface Basics {
  /** The title of the document. */
  readonly title: string;
  /** The title of a preview, which shows the site beside it. */
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly card: 'summary' | 'player';
}

const toBasics = ({ title, name, description, url, card }: Basics): string =>
  [
    `<title>${escapeMarkup(title)}</title>`,
    `<link rel="canonical" href="${escapeMarkup(url)}">`,
    meta('name', 'description', description),
    meta('name', 'twitter:card', card),
    meta('name', 'twitter:title', name),
    meta('name', 'twitter:description', description),
    property('og:title', name),
    property('og:site_name', 'Relato'),
    property('og:locale', 'es_ES'),
    property('og:description', description),
    property('og:url', url),
  ].join('');

interface Image {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

const toImage = ({ url, width, height, alt }: Image): readonly string[] => [
  meta('name', 'twitter:image', url),
  meta('name', 'twitter:image:alt', alt),
  property('og:image', url),
  property('og:image:type', 'image/png'),
  property('og:image:width', String(width)),
  property('og:image:height', String(height)),
  property('og:image:alt', alt),
];

function toOembedLink(
  url: string,
  { title, publicUrl }: { readonly title: string; readonly publicUrl: string },
): string {
  const query = new URLSearchParams({ url, format: 'json' }).toString();
  const address = escapeMarkup(`${publicUrl}/oembed?${query}`);
  return `<link rel="alternate" type="application/json+oembed" href="${address}" title="${escapeMarkup(title)}">`;
}

const toFeedLink = (url: string, title: string): string =>
  `<link rel="alternate" type="application/rss+xml" href="${escapeMarkup(url)}" title="${escapeMarkup(title)}">`;

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeMarkup(content)}">`;
}

const property = (name: string, content: string): string => meta('property', name, content);

const toLinkedData = (data: Readonly<Record<string, unknown>>): string =>
  `<script type="application/ld+json">${toScriptJson({ '@context': 'https://schema.org', ...data })}</script>`;

/** Returns the address of a user's profile. */
export const toProfileUrl = (username: string, publicUrl: string): string =>
  `${publicUrl}/u/${encodeURIComponent(username)}`;
