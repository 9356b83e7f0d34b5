import { expect, it } from 'vitest';
import { playerText } from './player.ts';

it.each([
  [0, '0 segundos de 3:07'],
  [1.9, '1 segundo de 3:07'],
  [60, 'minuto 1 de 3:07'],
  [72.4, 'minuto 1 y 12 segundos de 3:07'],
  [121, 'minuto 2 y 1 segundo de 3:07'],
])('says where %d seconds are', (seconds, text) => {
  expect(playerText.spokenPosition(seconds, 187)).toBe(text);
});
