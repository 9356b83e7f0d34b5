import { describe, expect, it } from 'vitest';
import { isSpanish } from './is-spanish.ts';

describe('isSpanish', () => {
  it.each([
    'Había una vez un tren que llegaba tarde a la estación del pueblo donde vivía mi abuela.',
    'Mi abuela nació en Cusco en 1934 y nunca quiso aprender a leer, pero sabía todas las canciones de memoria.',
    'Che, vos sabés que ayer fui al laburo y no había ni un bondi, una cosa de locos, boludo.',
    'Fuimos al show de los Rolling Stones, cantamos Satisfaction, Angie, Paint It Black, y you know, nos encantó.',
    'Uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince',
    'Amar temer partir llorar reír cantar bailar correr saltar volar nadar soñar dormir despertar',
  ])('takes Spanish: %s', (text) => {
    expect(isSpanish(text)).toBe(true);
  });

  it.each([
    'Once upon a time there was a train that was always late to the station in the village of my grandmother.',
    'Era uma vez um trem que não chegava nunca, mas você sabe, isso foi muito tempo atrás, eu e ela também.',
    'Il était une fois un train qui arrivait toujours en retard dans le village de ma grand-mère et je pleurais.',
    "C'era una volta un treno che non arrivava mai, e io ero con la mia nonna, ma questo era più di prima.",
    'Es war einmal ein Zug, der war nicht pünktlich, und die Oma war mit dem Kind auf dem Bahnhof.',
  ])('refuses another language: %s', (text) => {
    expect(isSpanish(text)).toBe(false);
  });

  it.each(['', 'Okay, thank you very much.', 'The end of the story that I told'])(
    'does not judge by a few words: "%s"',
    (text) => {
      expect(isSpanish(text)).toBe(true);
    },
  );
});
