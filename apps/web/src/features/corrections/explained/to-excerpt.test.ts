import { afterEach, expect, it, vi } from 'vitest';
import { isStoryTrack } from '../../player/player-state.ts';
import { track } from '../../player/testing/track.ts';
import { toExcerpt } from './to-excerpt.ts';

afterEach(() => vi.unstubAllGlobals());

it('gives a word that plays alone a position of its own, and does not count it as a heard story', () => {
  vi.stubGlobal('location', new URL('https://relato.example/palabras'));
  const excerpt = toExcerpt(track('a'));
  expect(excerpt.id).not.toBe('a');
  expect(isStoryTrack(excerpt)).toBe(false);
  expect(excerpt.src).toBe('https://relato.example/audio/a');
});
