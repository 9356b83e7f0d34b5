import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { renderAsync, Resvg, type ResvgRenderOptions } from '@resvg/resvg-js';
import { escapeMarkup } from '../markup.ts';
import { drawPreview, type PreviewedStory, type TextMeasure } from './draw-preview.ts';

const fontOf = (name: string): string => fileURLToPath(new URL(`../../fonts/${name}.ttf`, import.meta.url));

const options: ResvgRenderOptions = {
  font: { loadSystemFonts: false, fontFiles: [fontOf('fraunces-600'), fontOf('figtree-650')] },
};

/** Images of about 30 kB: the links that a few messengers ask for at the same time. */
const maxKept = 100;
/** Each takes some 30 ms of a processor: the last one waits for a second. */
const maxWaiting = 30;

export interface PreviewImages {
  /** Resolves with a PNG of `previewSize`, or with null if too many images wait to be drawn. */
  readonly draw: (story: PreviewedStory) => Promise<Uint8Array<ArrayBuffer> | null>;
}

/**
 * Creates what draws preview images, one after another, and keeps the latest in memory. They are no files, so that nothing
 * has to be deleted with a story.
 */
export function createPreviewImages(): PreviewImages {
  const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  function render(story: PreviewedStory): Promise<Uint8Array<ArrayBuffer>> {
    const image = last.then(async () => {
      const rendered = await renderAsync(drawPreview(story, measure), options);
      return new Uint8Array(rendered.asPng());
    });
    last = image.catch(() => {});
    return image;
  }

  return {
    draw: async (story) => {
      const key = toRevision(story);
      const known = kept.get(key);
      kept.delete(key);
      if (!known && waiting >= maxWaiting) return null;
      waiting += 1;
      const image = known ?? render(story);
      // The order of the map is that of the last use.
      kept.set(key, image);
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size > maxKept) kept.delete(oldest);
      try {
        return await image;
      } catch (error) {
        kept.delete(key);
        throw error;
      } finally {
        waiting -= 1;
      }
    },
  };
}

/** Changes with every picture: messengers keep an image as long as its address is the same. */
const design = 1;

/** Returns a text that is another one whenever the image is. */
export const toRevision = ({ title, author, durationMs, peaks }: PreviewedStory): string =>
  createHash('sha256')
    .update(JSON.stringify([design, title, author.username, durationMs, peaks]))
    .digest('base64url')
    .slice(0, 10);

const measure: TextMeasure = (text, font) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="200"><text y="120" ${font}>${escapeMarkup(text)}</text></svg>`;
  return new Resvg(svg, options).getBBox()?.width ?? 0;
};
