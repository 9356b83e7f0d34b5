/** Images and videos for other apps always use the light colours. */
export const paperColors = { paper: '#fbf6ef', ink: '#221a16', muted: '#73655a', voice: '#ce4023' } as const;

const rightToLeft = /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}]/u;
export const isRightToLeft = (text: string): boolean => rightToLeft.test(text);

const graphemes = new Intl.Segmenter('es');

/** Returns as much of a text as fits, and at least one letter or emoji. Cuts none of them in half. */
export function takeFitting(text: string, fits: (beginning: string) => boolean): string {
  let taken = '';
  for (const { segment } of graphemes.segment(text)) {
    if (taken !== '' && !fits(taken + segment)) break;
    taken += segment;
  }
  return taken;
}
