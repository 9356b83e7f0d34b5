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
/**
 * Several times the memory of the largest picture. Beyond it the engine gives up, because a thousand empty frames of an
 * animation fit into a file and would take gigabytes.
 */
const maxBytes = 128 * 1024 ** 2;

/** The message of the error for a picture that the engine cannot read. */
export const unreadable = 'The engine does not read this picture';

/**
 * Resolves with a function that rewrites a picture, or returns null if users may not have it. Loading takes a quarter of a
 * second. The function throws `unreadable`, after which the engine may be unusable.
 */
export async function loadRemaker(): Promise<(image: Uint8Array) => RemadePhoto | null> {
  await initializeImageMagick(
    await readFile(fileURLToPath(import.meta.resolve('@imagemagick/magick-wasm/magick.wasm'))),
  );
  // The engine checks the size in the header of the file before it allocates pixels.
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

/** Detects the format by the first bytes, so that no other decoder ever reads the file of a user. */
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
  // The bytes are in memory that the engine reuses.
  return photo.write(MagickFormat.WebP, (written) => Uint8Array.from(written));
}
