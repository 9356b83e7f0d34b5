import { mp3Type, type Podcast, type PodcastStory, type SubjectPodcast } from '@relato/api';
import {
  escapeMarkup,
  pageDescriptions,
  serverLimits,
  toFeedUrl,
  toLine,
  toPodcastTitle,
  toSubjectPodcastTitle,
  toSubjectUrl,
} from '@relato/contract';
import { toDescription } from '../pages/description.ts';
import { toProfileUrl } from '../pages/page-head.ts';
import type { ToMp3Tag } from './mp3-tag.ts';
import {
  listTranscripts,
  toCoverPath,
  toMp3Path,
  toSubjectCoverPath,
  toTranscriptPath,
  transcriptTypes,
} from './podcast-files.ts';

const namespaces = [
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"',
  'xmlns:podcast="https://podcastindex.org/namespace/1.0"',
].join(' ');

const language = 'es';

interface FeedOptions {
  readonly publicUrl: string;
  /** The address of the operator, never that of an author, because a feed is public. */
  readonly ownerEmail: string | undefined;
  readonly toMp3Tag: ToMp3Tag;
}

/** The contents of a podcast of a user or of a subject. */
export interface Channel {
  readonly guid: string;
  readonly title: string;
  readonly description: string;
  /** The addresses of the page, of the feed itself and of the picture. */
  readonly pageUrl: string;
  readonly feedUrl: string;
  readonly pictureUrl: string;
  /** Null for a subject, which has many authors. */
  readonly username: string | null;
  /** Whether an earlier address redirects to this one. */
  readonly hasMoved: boolean;
  readonly stories: readonly PodcastStory[];
}

export const toUserChannel = ({ author, ...podcast }: Podcast, publicUrl: string): Channel => ({
  ...podcast,
  title: toPodcastTitle(author.username),
  description: pageDescriptions.profile(author.username),
  pageUrl: toProfileUrl(author.username, publicUrl),
  feedUrl: toFeedUrl(publicUrl, author.username),
  pictureUrl: publicUrl + toCoverPath(author),
  username: author.username,
});

export function toSubjectChannel({ name, ...podcast }: SubjectPodcast, publicUrl: string): Channel {
  const pageUrl = toSubjectUrl(publicUrl, name);
  return {
    ...podcast,
    title: toSubjectPodcastTitle(toLine(name)),
    description: pageDescriptions.subject(toLine(name)),
    pageUrl,
    feedUrl: `${pageUrl}/feed.xml`,
    pictureUrl: publicUrl + toSubjectCoverPath(name),
    username: null,
    hasMoved: false,
  };
}

/**
 * Writes a podcast as RSS 2.0 with the tags of Apple (https://help.apple.com/itc/podcasts_connect/#/itcb54353390) and of the
 * podcast namespace (https://podcasting2.org/docs/podcast-namespace).
 */
export function toFeed(channel: Channel, { publicUrl, ownerEmail, toMp3Tag }: FeedOptions): string {
  const { guid, title, pageUrl, feedUrl, pictureUrl, username, hasMoved, stories } = channel;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" ${namespaces}><channel>
${[
  toElement('title', title),
  toElement('link', pageUrl),
  toElement('description', channel.description),
  toElement('language', language),
  toElement('generator', 'Relato'),
  toEmpty('atom:link', { rel: 'self', type: 'application/rss+xml', href: feedUrl }),
  // Directories need this element to move subscribers, if they do not trust a redirect alone.
  ...(hasMoved ? [toElement('itunes:new-feed-url', feedUrl)] : []),
  `<image>${toElement('url', pictureUrl)}${toElement('title', title)}${toElement('link', pageUrl)}</image>`,
  toElement('itunes:author', username ?? 'Relato'),
  toEmpty('itunes:image', { href: pictureUrl }),
  '<itunes:category text="Society &amp; Culture"><itunes:category text="Personal Journals"/></itunes:category>',
  toElement('itunes:explicit', 'false'),
  toElement('itunes:type', 'episodic'),
  ...(ownerEmail === undefined
    ? []
    : [
        `<itunes:owner>${toElement('itunes:name', 'Relato')}${toElement('itunes:email', ownerEmail)}</itunes:owner>`,
      ]),
  toElement('podcast:guid', guid),
  toElement('podcast:locked', 'yes'),
  toElement('podcast:medium', 'podcast'),
  ...(username === null ? [] : [toPerson(username, publicUrl)]),
  ...stories.map((story) => {
    const mp3Bytes = toMp3Tag(story).length + story.mp3Bytes;
    return toItem({ ...story, mp3Bytes }, publicUrl);
  }),
].join('\n')}
</channel></rss>
`;
}

const toPerson = (username: string, publicUrl: string): string =>
  toElement('podcast:person', username, { href: toProfileUrl(username, publicUrl) });

function toItem(story: PodcastStory, publicUrl: string): string {
  const url = `${publicUrl}/?story=${story.id}`;
  const description = story.beginning ?? pageDescriptions.story;
  const enclosure = { url: publicUrl + toMp3Path(story.id), length: String(story.mp3Bytes), type: mp3Type };
  return `<item>
${[
  // A title may consist only of characters that XML cannot contain.
  toElement('title', toLine(story.title) || 'Historia'),
  toElement('link', url),
  toElement('guid', story.id, { isPermaLink: 'false' }),
  toElement('pubDate', story.publishedAt.toUTCString()),
  toElement('description', toDescription(description, serverLimits.podcast.descriptionLength)),
  toEmpty('enclosure', enclosure),
  toElement('itunes:duration', String(Math.round(story.durationMs / 1000))),
  toElement('itunes:episodeType', 'full'),
  toElement('itunes:explicit', 'false'),
  ...story.tags.map((tag) => toElement('category', toLine(tag))),
  ...toTranscripts(story, publicUrl),
  toPerson(story.username, publicUrl),
].join('\n')}
</item>`;
}

const toTranscripts = ({ id, beginning, hasWords }: PodcastStory, publicUrl: string): string[] =>
  listTranscripts({ hasText: beginning !== null, hasWords }).map((extension) =>
    toEmpty('podcast:transcript', {
      url: publicUrl + toTranscriptPath(id, extension),
      type: transcriptTypes[extension],
      language,
    }),
  );

const toElement = (name: string, text: string, attributes: Attributes = {}): string =>
  `<${name}${toAttributes(attributes)}>${escapeMarkup(text)}</${name}>`;

const toEmpty = (name: string, attributes: Attributes): string => `<${name}${toAttributes(attributes)}/>`;

type Attributes = Readonly<Record<string, string>>;

const toAttributes = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`)
    .join('');
