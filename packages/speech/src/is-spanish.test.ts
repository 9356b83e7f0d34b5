import { describe, expect, it } from 'vitest';
import { countForeignWords, isSpanish } from './is-spanish.ts';

describe('isSpanish', () => {
  it.each([
    'Había una vez un tren que llegaba tarde a la estación del pueblo donde vivía mi abuela.',
    'Mi abuela nació en Cusco en 1934 y nunca quiso aprender a leer, pero sabía todas las canciones de memoria.',
    'Che, vos sabés que ayer fui al laburo y no había ni un bondi, una cosa de locos, boludo.',
    'Fuimos al show de los Rolling Stones, cantamos Satisfaction, Angie, Paint It Black, y you know, nos encantó.',
    'Uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince',
    'Mi abuelo repetía lo de Kennedy: "ask not what your country can do for you, ask what you can do for your country", y se quedaba mirando el mar como si le hablaran a él.',
    'Mi mamá me decía: ama suwa, ama llulla, ama qilla, y cuando salíamos al campo cantaba urpichallay, maypin kanki, y yo no entendía nada pero lloraba con ella.',
    'Amar temer partir llorar reír cantar bailar correr saltar volar nadar soñar dormir despertar',
  ])('accepts Spanish: %s', (text) => {
    expect(isSpanish(text)).toBe(true);
  });

  it.each([
    'Once upon a time there was a train that was always late to the station in the village of my grandmother.',
    'Era uma vez um trem que não chegava nunca, mas você sabe, isso foi muito tempo atrás, eu e ela também.',
    'Il était une fois un train qui arrivait toujours en retard dans le village de ma grand-mère et je pleurais.',
    "C'era una volta un treno che non arrivava mai, e io ero con la mia nonna, ma questo era più di prima.",
    'Es war einmal ein Zug, der war nicht pünktlich, und die Oma war mit dem Kind auf dem Bahnhof.',
    'Жили-были старик со старухой у самого синего моря, и было у них три сына, один другого умнее и краше.',
    '昔々あるところにおじいさんとおばあさんが住んでいましたとさ。おじいさんは山へ行きました。',
    'Kiedyś był sobie pociąg który zawsze spóźniał się na stację w naszej wsi '.repeat(4),
  ])('REL-37: rejects another language: %s', (text) => {
    expect(isSpanish(text)).toBe(false);
  });

  it.each(['', 'Okay, thank you very much.', 'The end of the story that I told'])(
    'accepts a text of a few words: "%s"',
    (text) => {
      expect(isSpanish(text)).toBe(true);
    },
  );
});

describe('countForeignWords', () => {
  it('counts frequent words of other languages, except those that were said', () => {
    const heard = 'había un tren and the people dijo you know'.split(' ');
    expect(countForeignWords(heard, 'había un tren y la gente dijo you know'.split(' '))).toBe(2);
  });
});
