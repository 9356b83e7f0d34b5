import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  AlphaAction,
  Gravity,
  ImageMagick,
  initializeImageMagick,
  MagickColors,
  MagickFormat,
  MagickGeometry,
  MagickReadSettings,
  ResourceLimits,
  type IMagickImage,
} from '@imagemagick/magick-wasm';
import type { RemadePhoto } from '@relato/api';
import { limits } from '@relato/contract';

const { pixels, smallPixels, maxPixels } = limits.photo;
const quality = 80;
/** Several times what the largest picture takes. Past it the engine gives up: a thousand empty frames of an animation fit into a
 * file, and would take gigabytes. */
const maxBytes = 128 * 1024 ** 2;

/** The message of the error that a picture causes which the engine does not read. */
export const unreadable = 'The engine does not read this picture';

/**
 * Resolves with what writes a picture anew: null if it is none that a user may have. Takes a quarter of a second. Throws
 * `unreadable`; the engine may be out of order then.
 */
export async function loadRemaker(): Promise<(image: Uint8Array) => RemadePhoto | null> {
  await initializeImageMagick(
    await readFile(fileURLToPath(import.meta.resolve('@imagemagick/magick-wasm/magick.wasm'))),
  );
  // Told by the head of the file, before there are any pixels.
  ResourceLimits.width = BigInt(maxPixels);
  ResourceLimits.height = BigInt(maxPixels);
  ResourceLimits.memory = BigInt(maxBytes);
  ResourceLimits.disk = 0n;
  return remakePhoto;
}

function remakePhoto(image: Uint8Array): RemadePhoto | null {
  const format = formatOf(image);
  if (format === null) return null;
  try {
    return ImageMagick.readCollection(image, new MagickReadSettings({ format }), (frames) => {
      const [photo] = frames;
      if (!photo || frames.length > 1) return null;
      return { large: write(photo, pixels), small: write(photo, smallPixels) };
    });
  } catch (cause) {
    throw new Error(unreadable, { cause });
  }
}

/** Tells by the first bytes, so that no other decoder ever reads what a user sends. */
function formatOf(image: Uint8Array): MagickFormat | null {
  const head = Buffer.from(image.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\u{FF}\u{D8}\u{FF}')) return MagickFormat.Jpeg;
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? MagickFormat.WebP : null;
}

/** Returns the middle of a picture as a square WebP, the right way up and without metadata. */
function write(photo: IMagickImage, size: number): Uint8Array<ArrayBuffer> {
  photo.autoOrient();
  photo.backgroundColor = MagickColors.White;
  photo.alpha(AlphaAction.Remove);
  const square = new MagickGeometry(size, size);
  square.fillArea = true;
  photo.resize(square);
  photo.crop(size, size, Gravity.Center);
  photo.resetPage();
  photo.strip();
  photo.quality = quality;
  // Of memory of the engine, which it uses again.
  return photo.write(MagickFormat.WebP, (written) => Uint8Array.from(written));
}
