import {
  CompositeOperator,
  ImageMagick,
  MagickColor,
  MagickFormat,
  MagickImage,
  MagickImageCollection,
  Orientation,
  Point,
  type IMagickImage,
} from '@imagemagick/magick-wasm';
import { limits } from '@relato/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPhotos } from './photos.ts';
import { loadRemaker, unreadable } from './remake-photo.ts';

const { pixels, smallPixels, maxPixels } = limits.photo;
let remake: Awaited<ReturnType<typeof loadRemaker>>;
// The thread starts the engine, which also draws the pictures of these tests.
beforeAll(async () => {
  remake = await loadRemaker();
});

/** Red, with a blue right half. */
function compose(width: number, height: number): MagickImage {
  const image = MagickImage.create(new MagickColor('#c03020'), width, height) as MagickImage; // as `create` declares it
  const half = MagickImage.create(new MagickColor('#2030c0'), Math.ceil(width / 2), height);
  image.composite(half, CompositeOperator.Over, new Point(Math.floor(width / 2), 0));
  half.dispose();
  return image;
}

/** Returns null for a picture that the engine cannot read, as the service does. */
function orNull(image: Buffer) {
  try {
    return remake(image);
  } catch (error) {
    if (error instanceof Error && error.message === unreadable) return null;
    throw error;
  }
}

const draw = (width: number, height: number, format: MagickFormat = MagickFormat.Jpeg): Buffer =>
  compose(width, height).write(format, (data) => Buffer.from(data));

/** Reads a WebP and returns its size and the colors of two pixels. */
const look = (webp: Uint8Array = new Uint8Array()) =>
  ImageMagick.read(webp, MagickFormat.WebP, (image) => {
    const isBlue = (x: number, y: number) =>
      image.getPixels((all) => (all.getPixel(x, y)[2] ?? 0) > (all.getPixel(x, y)[0] ?? 0));
    const far = image.width - 9;
    return { width: image.width, height: image.height, right: isBlue(far, 9), below: isBlue(9, far) };
  });

/** Adds the place of a photo in both formats that the engine would keep, and the orientation of the camera. */
function withMetadata(width: number, height: number, orientation: Orientation): Buffer {
  const image = compose(width, height);
  const tiff = Buffer.from('II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0', 'latin1');
  const rest = Buffer.from([orientation, 0, 0, 0, 0, 0, 0, 0]);
  image.setProfile(
    'exif',
    Buffer.concat([Buffer.from('Exif\0\0'), tiff, rest, Buffer.from('Calle Mayor 7')]),
  );
  image.orientation = orientation;
  image.setProfile('xmp', Buffer.from('<x:xmpmeta>Calle Mayor 7</x:xmpmeta>'));
  return image.write(MagickFormat.Jpeg, (data) => Buffer.from(data));
}

const frames = () => {
  const collection = MagickImageCollection.create();
  for (const degrees of [0, 90]) {
    const frame = compose(64, 64);
    frame.rotate(degrees);
    frame.animationDelay = 10;
    collection.push(frame as IMagickImage); // as it is
  }
  return collection.write(MagickFormat.WebP, (data) => Buffer.from(data));
};
/** Returns a picture whose header claims another size. */
const pretending = (size: number) => () => {
  const jpeg = draw(64, 64);
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(size, frame + 5);
  jpeg.writeUInt16BE(size, frame + 7);
  return jpeg;
};
const text = (value: string) => () => Buffer.from(value);

it.each([MagickFormat.Jpeg, MagickFormat.WebP])(
  'keeps the middle of a %s as a square, in two sizes',
  (format) => {
    const photo = remake(draw(800, 400, format));
    expect(look(photo?.large)).toEqual({ width: pixels, height: pixels, right: true, below: false });
    expect(look(photo?.small)).toEqual({
      width: smallPixels,
      height: smallPixels,
      right: true,
      below: false,
    });
  },
);

it('turns a picture upright, and keeps nothing but its pixels', () => {
  const jpeg = Buffer.concat([
    withMetadata(400, 400, Orientation.RightTop),
    Buffer.from('<script>alert(1)</script>'),
  ]);
  expect(jpeg.toString('latin1')).toMatch(/Calle Mayor.+Calle Mayor/s);
  const photo = remake(jpeg);
  expect(look(photo?.large)).toMatchObject({ right: false, below: true });
  for (const written of [photo?.large, photo?.small]) {
    expect(Buffer.from(written ?? []).toString('latin1')).not.toMatch(/Calle Mayor|Exif|script/);
  }
});

const chunk = (name: string, data: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(name), size, data, Buffer.alloc(data.length % 2)]);
};

/** Returns a WebP of empty frames, whose header may hide the animation. */
const bombOf = (count: number, flags: number): Buffer => {
  const edge = maxPixels - 1;
  const size24 = Buffer.from([edge & 255, edge >> 8, 0]);
  const head = Buffer.concat([Buffer.from([flags, 0, 0, 0]), size24, size24]);
  const bits = Buffer.from([
    0x2f,
    edge & 255,
    (edge >> 8) | ((edge & 3) << 6),
    (edge >> 2) & 255,
    edge >> 10,
    0x88,
    0x88,
    8,
  ]);
  const frame = chunk(
    'ANMF',
    Buffer.concat([Buffer.alloc(6), size24, size24, Buffer.alloc(4), chunk('VP8L', bits)]),
  );
  const frames = Array.from({ length: count }, () => frame);
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', head),
    chunk('ANIM', Buffer.alloc(6)),
    ...frames,
  ]);
  return chunk('RIFF', body);
};

describe('refuses', () => {
  it.each<[string, () => Buffer]>([
    ['an animation of a thousand empty frames', () => bombOf(1_000, 2)],
    ['one that does not say that it is an animation', () => bombOf(1_000, 0)],
    ['nothing', text('')],
    ['a script', text('<script>alert(1)</script>')],
    ['a drawing', text('<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>')],
    ['instructions of ImageMagick', text('push graphic-context\nimage over 0,0 0,0 "/etc/passwd"')],
    ['the first bytes of a picture alone', () => draw(64, 64).subarray(0, 12)],
    ['another kind of picture', () => draw(64, 64, MagickFormat.Png)],
    ['one with the name of a kind and the bytes of another', () => draw(64, 64, MagickFormat.Gif)],
    ['an animation', frames],
    ['a picture of more pixels than a browser sends', pretending(maxPixels + 1)],
    ['a bomb of 5 GB of pixels', pretending(40_000)],
  ])('%s', (_what, make) => {
    const before = process.memoryUsage.rss();
    expect(orNull(make())).toBeNull();
    expect(process.memoryUsage.rss() - before).toBeLessThan(200e6);
  });
});

it('continues in a thread of its own after refusals', async () => {
  const photos = createPhotos();
  const send = (image: Buffer) => photos.remake(image, ['ana']);
  expect(await send(Buffer.from('x'))).toBeNull();
  expect(await send(draw(64, 64).subarray(0, 12))).toBeNull();
  const taken = await send(draw(64, 64));
  expect(look(taken?.small)).toMatchObject({ width: smallPixels });
});
