import { expect, it } from 'vitest';
import { extensionOf } from './audio-formats.ts';

it('L269: the extension of a recording is that of its container, and mp3 for any other', () => {
  expect(['webm', 'mp4', 'ogg', 'flac', ''].map((container) => extensionOf(container))).toEqual([
    'webm',
    'mp4',
    'ogg',
    'mp3',
    'mp3',
  ]);
});
