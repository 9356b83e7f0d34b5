import { limits } from '@relato/contract/limits';

const { pixels, maxPixels, maxBytes } = limits.photo;
/** The limit of the longer side, because phones draw no canvas of more than 16 million pixels. */
const maxSide = 4 * maxPixels;

/** The part that is cut out, in pixels of the picture. */
export interface CutArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Tried in order until the picture is small enough. */
const qualities = [0.9, 0.8, 0.7, 0.55, 0.4, 0.2];

function drawOn(
  width: number,
  height: number,
  draw: (context: CanvasRenderingContext2D) => void,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser does not draw');
  // Transparent pixels become white; they would be black otherwise.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  draw(context);
  return canvas;
}

/**
 * Reads a picture that the user chose, rotates it upright, and scales it down, because that of a camera takes 50 MB. Rejects
 * if the browser cannot show it.
 */
export async function openPhoto(file: Blob): Promise<HTMLCanvasElement> {
  const picture = await createImageBitmap(file);
  const sides = [picture.width, picture.height] as const;
  const scale = Math.min(1, maxPixels / Math.min(...sides), maxSide / Math.max(...sides));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const canvas = drawOn(width, height, (context) => context.drawImage(picture, 0, 0, width, height));
  picture.close();
  return canvas;
}

/** Returns a part of a picture as the server takes it: a square JPEG in Base64. */
export function cutPhoto(picture: HTMLCanvasElement, { x, y, width, height }: CutArea): string {
  const square = drawOn(pixels, pixels, (context) =>
    context.drawImage(picture, x, y, width, height, 0, 0, pixels, pixels),
  );
  let image = '';
  for (const quality of qualities) {
    image = square.toDataURL('image/jpeg', quality).replace(/^.*,/, '');
    if (image.length * 0.75 <= maxBytes) break;
  }
  return image;
}
