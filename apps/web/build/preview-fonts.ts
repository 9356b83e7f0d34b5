// `pnpm run preview-fonts`: writes the fonts of the preview images, which the server draws, as static TrueType.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const target = new URL('../../server/fonts/', import.meta.url);

const fonts = {
  'fraunces-600': {
    file: '@fontsource-variable/fraunces/files/fraunces-latin-soft-normal.woff2',
    axes: { SOFT: 100, wght: 600 },
  },
  'figtree-650': {
    file: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    axes: { wght: 650 },
  },
} as const;

const range = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
const others = [
  0x131, 0x152, 0x153, 0x2013, 0x2014, 0x2018, 0x2019, 0x201a, 0x201c, 0x201d, 0x201e, 0x2022, 0x2026, 0x2039,
  0x203a, 0x20ac, 0x2122, 0x2212,
];
/** The Latin characters of Western Europe, and the usual punctuation. */
const characters = String.fromCodePoint(...range(0x20, 0x7e), ...range(0xa0, 0xff), ...others);

await mkdir(target, { recursive: true });
for (const [name, { file, axes }] of Object.entries(fonts)) {
  const source = await readFile(fileURLToPath(import.meta.resolve(file)));
  const font = await subsetFont(source, characters, { targetFormat: 'truetype', variationAxes: axes });
  await writeFile(new URL(`${name}.ttf`, target), font);
}
