import { findEmbeddedStory, type EmbeddedStory, type Services } from '@relato/api';
import {
  decodePeaks,
  embedTexts,
  embedThemes,
  escapeMarkup,
  formatDuration,
  readSeconds,
  siteTitle,
  storyId,
  toBars,
  toLine,
  toStoryTitle,
  toStoryUrl,
} from '@relato/contract';
import { Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { toScriptJson } from './script-json.ts';
import type { RouteAuthorizer, RoutePolicies } from '../../middleware/authorize-route.ts';
import { withoutCredentials } from '../../middleware/request-head.ts';
import { toMp3Path } from '../podcast/podcast-files.ts';

export const embedPolicies = {
  'GET /embed/:storyId': {
    description: 'the player of a public story for other pages',
    caller: 'anyone',
    target: 'visible',
    limits: ['read'],
  },
} as const satisfies RoutePolicies;

/** The policy of the only answer that other sites may frame. It changes nothing and reads no session. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
  'frame-ancestors *',
].join('; ');

/**
 * `/embed/{storyId}?t=SECONDS&theme=light|dark`: the same page for every reader. All stories that are not public share one
 * page.
 */
export function embedRoutes(services: Services, authorizeRoute: RouteAuthorizer): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/:storyId', async (c) => {
    await authorizeRoute(withoutCredentials(c), embedPolicies['GET /embed/:storyId']);
    c.header('Content-Security-Policy', contentSecurityPolicy);
    const id = storyId.safeParse(c.req.param('storyId'));
    const story = id.success ? await findEmbeddedStory(services, id.data) : null;
    if (!story) return c.html(missingPage, 404);
    const theme = embedThemes.find((each) => each === c.req.query('theme'));
    const startSeconds = readSeconds(c.req.query('t')) ?? 0;
    return c.html(toPage(story, { publicUrl: services.publicUrl, theme, startSeconds }));
  });
}

const toDocument = (head: string, body: string, theme?: string): string =>
  `<!doctype html><html lang="es"${theme ? ` data-theme="${theme}"` : ''}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">${head}
<link rel="stylesheet" href="/embed.css"></head><body>${body}</body></html>`;

const missingPage = toDocument(
  `<title>${siteTitle}</title>`,
  `<main><p>${embedTexts.missing}</p><p><a href="/" target="_blank" rel="noopener">Relato</a></p></main>`,
);

interface PageOptions {
  readonly publicUrl: string;
  readonly theme: string | undefined;
  readonly startSeconds: number;
}

function toPage(story: EmbeddedStory, { publicUrl, theme, startSeconds }: PageOptions): string {
  const { username } = story.author;
  const title = escapeMarkup(toLine(story.title));
  const profile =
    username === null
      ? '<span></span>'
      : toLink(`${publicUrl}/u/${encodeURIComponent(username)}`, `@${username}`);
  const data = {
    // The fallback until there is an MP3. It only plays in frames with an origin.
    audioUrl: story.hasMp3 ? toMp3Path(story.id) : `/audio/${story.id}`,
    durationMs: story.durationMs,
    startSeconds,
    words: story.words.map(({ text, startMs, endMs }) => [text, startMs, endMs]),
    texts: { play: embedTexts.play, pause: embedTexts.pause, failed: embedTexts.failed },
  };
  const wave = toWave(story.peaks);
  const duration = formatDuration(story.durationMs);
  return toDocument(
    `<title>${escapeMarkup(toLine(toStoryTitle(story)))}</title>`,
    `<main>
<button aria-label="${embedTexts.play}">${playIcon}${pauseIcon}</button><h1 dir="auto">${title}</h1>
<p class="by">${profile}<span>${embedTexts.at} ${toLink(toStoryUrl(publicUrl, story.id), 'Relato', mark)}</span></p>
<div class="track"><div class="wave">${wave}<div class="heard">${wave}</div>
<input type="range" min="0" max="${Math.ceil(story.durationMs / 1000)}" value="0" aria-label="${embedTexts.position}"></div>
<time>${duration}</time></div>
<div class="words" dir="auto"></div>
</main><script type="application/json" id="story">${toScriptJson(data)}</script><script src="/embed.js" defer></script>`,
    theme,
  );
}

const toLink = (url: string, text: string, icon = ''): string =>
  `<a href="${escapeMarkup(url)}" target="_blank" rel="noopener">${icon}${escapeMarkup(text)}</a>`;

/** The four bars of the logo. */
const mark =
  '<svg class="mark" viewBox="0 0 17 14" aria-hidden="true"><path d="M1.4 5.9v2.2M6.2 2.9v8.2M10.9 1.4v11.2M15.6 4.4v5.2"/></svg>';

const playIcon = '<svg class="play" viewBox="0 0 24 24" aria-hidden="true"><path d="M7 4v16l13-8z"/></svg>';
const pauseIcon =
  '<svg class="pause" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 4h4v16H6zM14 4h4v16h-4z"/></svg>';

const wave = { bars: 64, height: 40 } as const;

/** All bars share one path, whose stroke keeps the width of the style sheet at any width of the player. */
function toWave(peaks: string): string {
  const strokes = toBars(decodePeaks(peaks), wave.bars).map((ratio, index) => {
    const half = Math.max(0.1, (ratio * wave.height - 3) / 2);
    const middle = wave.height / 2;
    return `M${index + 0.5} ${(middle - half).toFixed(1)}V${(middle + half).toFixed(1)}`;
  });
  return `<svg viewBox="0 0 ${wave.bars} ${wave.height}" preserveAspectRatio="none" aria-hidden="true"><path d="${strokes.join('')}"/></svg>`;
}
