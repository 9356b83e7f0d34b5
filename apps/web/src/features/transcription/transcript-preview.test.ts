import { expect, it } from 'vitest';
import { toPreview } from './transcript-preview.ts';

const words = (count: number) => Array.from({ length: count }, (_, index) => `palabra${index}`).join(' ');

it('L65, L404: shows a text of 30 words whole', () => {
  expect(toPreview(words(30))).toEqual({ text: words(30), isCut: false });
});

it('L65, L404: cuts the thirty-first word', () => {
  expect(toPreview(words(31))).toEqual({ text: `${words(30)}…`, isCut: true });
});

it('counts words, not spaces or lines', () => {
  expect(toPreview('  uno \n\n dos   tres ', 3, 400)).toEqual({
    text: 'uno \n\n dos   tres',
    isCut: false,
  });
  expect(toPreview('uno \n\n dos   tres', 2, 400)).toEqual({ text: 'uno dos…', isCut: true });
});

it('puts no ellipsis after another punctuation mark', () => {
  expect(toPreview('uno, dos, tres', 2, 400).text).toBe('uno, dos…');
  expect(toPreview('uno dos?!.,; tres', 2, 400).text).toBe('uno dos?!…');
});

it('cuts a text without spaces by its length, never inside a character', () => {
  expect(toPreview('あ'.repeat(500), 30, 400)).toEqual({ text: `${'あ'.repeat(400)}…`, isCut: true });
  const family = '👨‍👩‍👧‍👦';
  expect(toPreview(family.repeat(100), 30, 400)).toEqual({ text: `${family.repeat(36)}…`, isCut: true });
  expect(toPreview('a'.repeat(400), 30, 400).isCut).toBe(false);
  expect(toPreview(`uno\n\n${'a'.repeat(20)}`, 2, 10).text).toBe('uno\n\naaaaa…');
});
