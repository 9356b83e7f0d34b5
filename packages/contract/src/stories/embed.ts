import { escapeMarkup, toLine } from '../text/markup.ts';

/** The texts of the player on other pages. */
export const embedTexts = {
  play: 'Reproducir',
  pause: 'Pausar',
  position: 'Posición',
  at: 'en',
  failed: 'No se pudo reproducir. Quizá ya no es pública.',
  missing: 'Esta historia no está disponible.',
  frame: (title: string): string => `${title} – Relato`,
} as const;

/** The size of the player for other pages in pixels. Its minimal width is 240. */
export const embedSize = { width: 480, height: 160 } as const;

/** The themes that a page can choose for the player. The default follows the reader's system. */
export const embedThemes = ['light', 'dark'] as const;
export type EmbedTheme = (typeof embedThemes)[number];

interface EmbedOptions {
  /** Whole seconds from the start of the recording. */
  readonly seconds?: number;
  /** Null to follow the reader's system. */
  readonly theme?: EmbedTheme | null;
}

/** Returns the address of the player for other pages. */
export function toEmbedUrl(
  origin: string,
  storyId: string,
  { seconds = 0, theme = null }: EmbedOptions = {},
): string {
  const search = new URLSearchParams({
    ...(seconds > 0 && { t: String(seconds) }),
    ...(theme !== null && { theme }),
  }).toString();
  return `${origin}/embed/${storyId}${search === '' ? '' : `?${search}`}`;
}

interface EmbedFrame {
  /** The address of the player. */
  readonly url: string;
  readonly title: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the HTML that embeds the player in another page. Without the color scheme, its corners would be opaque on dark
 * pages.
 */
export const toEmbedFrame = ({ url, title, width, height }: EmbedFrame): string =>
  `<iframe src="${escapeMarkup(url)}" width="${width}" height="${height}" title="${escapeMarkup(embedTexts.frame(toLine(title)))}" loading="lazy" allow="autoplay" style="border:0;max-width:100%;color-scheme:normal"></iframe>`;
