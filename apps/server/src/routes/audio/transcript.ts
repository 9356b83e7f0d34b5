import { requireStory, type Services } from '@relato/api';
import { DomainError, storyId, type Story, type TranscriptState } from '@relato/contract';
import { toSrt, toVtt } from '@relato/speech';
import { Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { cacheRules } from '../../http/cache-rules.ts';
import type { RouteAuthorizer, RoutePolicies } from '../../middleware/authorize-route.ts';

export const transcriptPolicies = {
  'GET /transcript/:file': {
    description: 'the text of a story, and its captions',
    caller: 'anyone',
    target: 'visible',
    limits: ['read'],
  },
} as const satisfies RoutePolicies;

interface Format {
  readonly mimeType: string;
  /** Returns null for a story that cannot have this format. */
  readonly write: (story: Story) => string | null;
}

const isAwaited = (status: TranscriptState): boolean => status === 'pending' || status === 'waiting';

const formats: Readonly<Record<string, Format>> = {
  txt: {
    mimeType: 'text/plain',
    write: ({ transcript, transcriptStatus }) => (isAwaited(transcriptStatus) ? null : `${transcript}\n`),
  },
  srt: {
    mimeType: 'application/x-subrip',
    write: ({ transcriptWords }) => transcriptWords && toSrt(transcriptWords),
  },
  vtt: { mimeType: 'text/vtt', write: ({ transcriptWords }) => transcriptWords && toVtt(transcriptWords) },
};

interface TranscriptOptions {
  readonly authorizeRoute: RouteAuthorizer;
}

/**
 * `/transcript/{storyId}.txt`, `.srt` and `.vtt`: the text that the viewer sees, for callers who may hear the story. Answers
 * 404 like for an unknown story to everyone else, and to captions without times.
 */
export function transcriptRoutes(services: Services, { authorizeRoute }: TranscriptOptions): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/:file', async (c) => {
    const signedIn = await authorizeRoute(c, transcriptPolicies['GET /transcript/:file']);
    const [, idInPath, extension = ''] = filePattern.exec(c.req.param('file')) ?? [];
    const id = storyId.safeParse(idInPath);
    if (!id.success) throw new DomainError('STORY_NOT_FOUND');
    const story = await requireStory(services, signedIn?.viewer ?? null, id.data);
    const format = formats[extension];
    const text = format?.write(story) ?? null;
    if (!format || text === null) throw new DomainError('NOT_FOUND');
    const isPublic = story.published && !story.hidden;
    return c.body(text, 200, {
      'Content-Type': `${format.mimeType}; charset=utf-8`,
      'Content-Disposition': toDisposition(story.title, extension),
      // Revalidated each time like the audio, so that unpublishing has an effect at once.
      'Cache-Control': isPublic ? cacheRules.own : cacheRules.none,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
  });
}

const filePattern = /^([\da-f-]{36})\.(txt|srt|vtt)$/;

/** File systems limit the bytes of a file name, and proxies those of an encoded one. */
const maxNameLength = 60;
const unnamed = 'historia';

/** Names the file after the story, in full and in letters that every client understands. See RFC 6266. */
function toDisposition(title: string, extension: string): string {
  const safe = title.replaceAll(/[\p{C}\p{Z}\s/\\:*?"<>|]+/gu, ' ').trim();
  const name =
    Array.from(safe)
      .slice(0, maxNameLength)
      .join('')
      .replace(/^[. ]+/, '')
      .trim() || unnamed;
  const plain =
    name
      .normalize('NFD')
      .replaceAll(/[^\w .-]/g, '')
      .trim() || unnamed;
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}.${extension}"; filename*=UTF-8''${encoded}.${extension}`;
}
