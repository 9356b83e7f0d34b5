import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

type Axes = NonNullable<Parameters<typeof subsetFont>[2]>['variationAxes'];

/** The used axes of the variable fonts, by a part of their file names. */
const axesOf: ReadonlyMap<string, Axes> = new Map<string, Axes>([
  ['fraunces-latin', { SOFT: 100, wght: { min: 560, max: 750 } }],
  ['figtree-latin', { wght: { min: 400, max: 750 } }],
]);

const range = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
const others = [
  0x131, 0x152, 0x153, 0x2bb, 0x2bc, 0x2c6, 0x2da, 0x2dc, 0x304, 0x308, 0x329, 0x20ac, 0x2122, 0x2191, 0x2193,
  0x2212, 0x2215,
];
/** The characters of the Latin subset, as Google Fonts cuts it. */
const characters = String.fromCodePoint(...range(0x20, 0xff), ...range(0x2000, 0x206f), ...others);

/** Drops the axes and weights of the fonts that the style sheet does not use: 34 of their 84 kB. */
export const smallerFonts = (): Plugin => ({
  name: 'smaller-fonts',
  apply: 'build',
  async generateBundle(_options, bundle) {
    for (const output of Object.values(bundle)) {
      if (output.type !== 'asset' || !output.fileName.endsWith('.woff2')) continue;
      const [, axes] = [...axesOf].find(([part]) => output.fileName.includes(part)) ?? [];
      if (!axes) return this.error(`${output.fileName} has no list of the axes in use`);
      output.source = await subsetFont(Buffer.from(output.source), characters, {
        targetFormat: 'woff2',
        variationAxes: axes,
      });
    }
  },
});
