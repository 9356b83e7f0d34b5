import { describe, expect, it } from 'vitest';
import { toPreview } from './transcript-preview.ts';

const words = (count: number) => Array.from({ length: count }, (_, index) => `palabra${index}`).join(' ');

describe('toPreview', () => {
  it('shows a text of 30 words whole', () => {
    expect(toPreview(words(30), 30)).toEqual({ text: words(30), isCut: false });
  });

  it('cuts the thirty-first word', () => {
    expect(toPreview(words(31), 30)).toEqual({ text: `${words(30)}…`, isCut: true });
  });

  it('counts words, not spaces or lines', () => {
    expect(toPreview('  uno \n\n dos   tres ', 3)).toEqual({ text: 'uno \n\n dos   tres', isCut: false });
    expect(toPreview('uno \n\n dos   tres', 2)).toEqual({ text: 'uno dos…', isCut: true });
  });

  it('puts no ellipsis after another mark', () => {
    expect(toPreview('uno, dos, tres', 2).text).toBe('uno, dos…');
  });

  it('leaves an empty text empty', () => {
    expect(toPreview('', 30)).toEqual({ text: '', isCut: false });
  });
});
