import {
  findEmbeddedStory,
  findPodcastAuthor,
  requireSubject,
  type EmbeddedStory,
  type Services,
} from '@relato/api';
import { DomainError, storyId, subjectInput, toLine, toSubject, userId } from '@relato/contract';
import { toSrt, toTranscriptJson, toVtt } from '@relato/speech';
import { Hono, type Context } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { cacheRules } from '../../http/cache-rules.ts';
import type { RouteAuthorizer, RoutePolicies } from '../../middleware/authorize-route.ts';
import type { ClientNetworkReader } from '../../middleware/client-network.ts';
import { withoutCredentials } from '../../middleware/request-head.ts';
import { toRevision, type Picture } from '../../preview-image/picture.ts';
import type { Pictures } from '../../preview-image/pictures.ts';
import { answerPicture } from './picture-answer.ts';
import { forOtherSites } from '../pages/foreign-site-headers.ts';

export const podcastFilePolicies = {
  'GET /feed/:file': {
    description: 'the MP3 or the transcript of a public story, or the picture of a podcast',
    caller: 'anyone',
    target: 'visible',
    limits: ['read'],
  },
} as const satisfies RoutePolicies;

/** The paths are ASCII with an extension at the end, which some podcast programs need, and do not change with the username. */
export const toMp3Path = (id: string): string => `/feed/${id}.mp3`;

/** The transcripts of a story by their extension. */
export const transcriptTypes = {
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  json: 'application/json',
  txt: 'text/plain',
} as const;
type TranscriptExtension = keyof typeof transcriptTypes;
const transcriptExtensions = Object.keys(transcriptTypes) as TranscriptExtension[]; // the keys of a constant

/** Returns the extensions of a story's transcripts. A typed text has no times, and therefore no captions. */
export const listTranscripts = ({
  hasText,
  hasWords,
}: {
  readonly hasText: boolean;
  readonly hasWords: boolean;
}): readonly TranscriptExtension[] =>
  transcriptExtensions.filter((extension) => (extension === 'txt' ? hasText : hasWords));

const writers: Readonly<Record<TranscriptExtension, (story: EmbeddedStory, speaker: string) => string>> = {
  vtt: ({ words }, speaker) => toVtt(words, { speaker }),
  srt: ({ words }) => toSrt(words),
  json: ({ words }, speaker) => toTranscriptJson(words, { speaker }),
  txt: ({ transcript }) => `${transcript}\n`,
};

export const toTranscriptPath = (id: string, extension: TranscriptExtension): string =>
  `/feed/${id}.${extension}`;

interface Author {
  readonly id: string;
  readonly username: string;
}

const toCover = ({ username }: Author): Picture => ({ kind: 'cover', username });

/** Returns the path of a podcast's picture. The path changes with the picture, because programs keep a picture by its address. */
export const toCoverPath = (author: Author): string =>
  `/feed/${author.id}-${toRevision(toCover(author))}.png`;

const toSubjectCover = (name: string): Picture => ({ kind: 'subject', name: toLine(name) });

/** Returns the path of the picture of a subject's podcast. */
export const toSubjectCoverPath = (name: string): string =>
  `/feed/tema-${encodeURIComponent(toSubject(name))}-${toRevision(toSubjectCover(name))}.png`;

interface PodcastFileOptions {
  readonly authorizeRoute: RouteAuthorizer;
  readonly readNetwork: ClientNetworkReader;
  readonly pictures: Pictures;
  readonly answerMp3: (c: Context<AppEnv>, idInPath: string) => Promise<Response>;
}

/**
 * `/feed/{storyId}.mp3`, `.vtt`, `.srt`, `.json` and `.txt`, and `/feed/{userId}-{revision}.png` or
 * `/feed/tema-{tag}-{revision}.png`: the files of a podcast.
 * They need no session, and answer 404 for stories that a visitor may not hear.
 */
export function podcastFileRoutes(
  services: Services,
  { authorizeRoute, readNetwork, pictures, answerMp3 }: PodcastFileOptions,
): Hono<AppEnv> {
  async function answerTranscript(c: Context<AppEnv>, idInPath: string, extension: TranscriptExtension) {
    const id = storyId.safeParse(idInPath);
    const story = id.success ? await findEmbeddedStory(services, id.data) : null;
    if (!story) throw new DomainError('STORY_NOT_FOUND');
    const has = { hasText: story.transcript !== null, hasWords: story.words.length > 0 };
    if (!listTranscripts(has).includes(extension)) throw new DomainError('STORY_NOT_FOUND');
    const text = writers[extension](story, story.author.username ?? '');
    return c.body(text, 200, {
      'Content-Type': `${transcriptTypes[extension]}; charset=utf-8`,
      'Cache-Control': cacheRules.shared,
      ...forOtherSites,
    });
  }

  async function answerCover(c: Context<AppEnv>, idInPath: string) {
    const id = userId.safeParse(idInPath);
    const author = id.success ? await findPodcastAuthor(services, id.data) : null;
    if (!author) throw new DomainError('STORY_NOT_FOUND');
    const { network, wideNetwork } = readNetwork(c);
    return answerPicture(c, pictures, toCover(author), {
      parties: [wideNetwork ?? network, author.username],
    });
  }

  async function answerSubjectCover(c: Context<AppEnv>, tag: string) {
    const { data } = subjectInput.safeParse({ tag });
    if (!data) throw new DomainError('STORY_NOT_FOUND');
    const { name } = await requireSubject(services, null, data.tag);
    const { network, wideNetwork } = readNetwork(c);
    return answerPicture(c, pictures, toSubjectCover(name), { parties: [wideNetwork ?? network, name] });
  }

  return new Hono<AppEnv>().get('/:file', async (c) => {
    const file = c.req.param('file');
    const [, mp3] = /^(.{36})\.mp3$/.exec(file) ?? [];
    if (mp3 !== undefined) return answerMp3(c, mp3);
    await authorizeRoute(withoutCredentials(c), podcastFilePolicies['GET /feed/:file']);
    const [, story, name] = /^(.{36})\.([a-z]{3,4})$/.exec(file) ?? [];
    const extension = transcriptExtensions.find((each) => each === name);
    if (story !== undefined && extension) return answerTranscript(c, story, extension);
    const [, subject] = /^tema-(.+)-[\w-]{10}\.png$/.exec(file) ?? [];
    if (subject !== undefined) return answerSubjectCover(c, subject);
    const [, author = ''] = /^(.{36})-[\w-]{1,20}\.png$/.exec(file) ?? [];
    return answerCover(c, author);
  });
}
