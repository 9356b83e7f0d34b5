import { mp3Type, type Podcast, type PodcastStory } from '@relato/api';
import { escapeMarkup, limits, pageDescriptions, toFeedUrl, toLine, toPodcastTitle } from '@relato/contract';
import { toDescription } from '../pages/description.ts';
import type { ToMp3Tag } from './mp3-tag.ts';
import {
  listTranscripts,
  toCoverPath,
  toMp3Path,
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
  /** The address of the site, never that of an author: a feed is public. */
  readonly ownerEmail: string | undefined;
  readonly toMp3Tag: ToMp3Tag;
}

/**
 * Writes a podcast as RSS 2.0 with the tags of Apple (https://help.apple.com/itc/podcasts_connect/#/itcb54353390) and of the
 * podcast namespace (https://podcasting2.org/docs/podcast-namespace).
 */
export function toFeed({ guid, author, hasMoved, stories }: Podcast, options: FeedOptions): string {
  const { publicUrl, ownerEmail, toMp3Tag } = options;
  const { username } = author;
  const title = toPodcastTitle(username);
  const profileUrl = `${publicUrl}/u/${encodeURIComponent(username)}`;
  const feedUrl = toFeedUrl(publicUrl, username);
  const pictureUrl = publicUrl + toCoverPath(author);
  const person = toElement('podcast:person', username, { href: profileUrl });
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" ${namespaces}><channel>
${[
  toElement('title', title),
  toElement('link', profileUrl),
  toElement('description', pageDescriptions.profile(username)),
  toElement('language', language),
  toElement('generator', 'Relato'),
  toEmpty('atom:link', { rel: 'self', type: 'application/rss+xml', href: feedUrl }),
  // Directories move their subscribers on with it, also those that do not trust a redirect alone.
  ...(hasMoved ? [toElement('itunes:new-feed-url', feedUrl)] : []),
  `<image>${toElement('url', pictureUrl)}${toElement('title', title)}${toElement('link', profileUrl)}</image>`,
  toElement('itunes:author', username),
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
  person,
  ...stories.map((story) => {
    const mp3Bytes = toMp3Tag({ ...story, username }).length + story.mp3Bytes;
    return toItem({ ...story, mp3Bytes }, { publicUrl, person });
  }),
].join('\n')}
</channel></rss>
`;
}

function toItem(
  story: PodcastStory,
  { publicUrl, person }: { readonly publicUrl: string; readonly person: string },
): string {
  const url = `${publicUrl}/?story=${story.id}`;
  const description = story.beginning ?? pageDescriptions.story;
  const enclosure = { url: publicUrl + toMp3Path(story.id), length: String(story.mp3Bytes), type: mp3Type };
  return `<item>
${[
  // A title may have no character that a document can hold.
  toElement('title', toLine(story.title) || 'Historia'),
  toElement('link', url),
  toElement('guid', story.id, { isPermaLink: 'false' }),
  toElement('pubDate', story.publishedAt.toUTCString()),
  toElement('description', toDescription(description, limits.podcast.descriptionLength)),
  toEmpty('enclosure', enclosure),
  toElement('itunes:duration', String(Math.round(story.durationMs / 1000))),
  toElement('itunes:episodeType', 'full'),
  toElement('itunes:explicit', 'false'),
  ...story.tags.map((tag) => toElement('category', toLine(tag))),
  ...toTranscripts(story, publicUrl),
  person,
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
