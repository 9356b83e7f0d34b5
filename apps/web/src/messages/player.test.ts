import { expect, it } from 'vitest';
import { playerText } from './player.ts';

it.each([
  [0, '0:00 de 3:20'],
  [65.9, '1:05 de 3:20'],
  [200, '3:20 de 3:20'],
])('announces %d seconds', (seconds, text) => {
  expect(playerText.spokenPosition(seconds, 200)).toBe(text);
});
