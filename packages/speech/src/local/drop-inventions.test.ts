import { describe, expect, it } from 'vitest';
import { dropInventions } from './drop-inventions.ts';

const words = (text: string) =>
  text.split(' ').map((word, index) => ({
    text: word,
    startMs: index * 300,
    endMs: index * 300 + 250,
    confidence: null,
  }));
const kept = (text: string, quiet: readonly string[] = []): string =>
  dropInventions(words(text), (some) => quiet.includes(some.map((word) => word.text).join(' ')))
    .map((word) => word.text)
    .join(' ');

const speech = 'Llegamos a la casa de mi abuela.';

describe('dropInventions', () => {
  it.each([
    'Subtítulos realizados por la comunidad de Amara.org',
    'Subtítulos por la comunidad de Amara.org',
    'Subtitulado por la comunidad de Amara.org.',
    '¡Subtítulos creados por la comunidad de Amara.org!',
    'Subtítulos en español de Amara.org',
    'Más información www.alimmenta.com',
    'www.mooji.org',
    'Subtítulos: www.ejemplo.com',
    '[Música]',
    '(Aplausos)',
    '*Suspira*',
    '(Risas de fondo)',
    '♪♪♪',
  ])('drops a credit or a note at any place: %s', (invention) => {
    expect(kept(`${speech} ${invention}`)).toBe(speech);
    expect(kept(invention)).toBe('');
    const dotted = /[.!\])*♪]$/u.test(invention) ? invention : `${invention}.`;
    expect(kept(`${speech} ${dotted} Y comimos.`)).toBe(`${speech} Y comimos.`);
  });

  it.each([
    'Gracias por ver el video.',
    '¡Gracias por ver el vídeo!',
    '¡Muchas gracias por ver el video!',
    'Gracias por ver.',
    'Gracias por su atención.',
    '¡Suscríbete!',
    '¡Suscríbete al canal!',
    'Suscríbete a mi canal y activa la campanita.',
    'No olvides suscribirte.',
    'No te olvides de suscribirte al canal.',
    'Dale like y comparte.',
    'Nos vemos en el próximo video.',
    'Hasta el próximo video.',
    'Subtítulos por María Pérez',
    'Thanks for watching!',
  ])('drops a closing phrase of videos at the end, but not in the middle: %s', (closing) => {
    expect(kept(`${speech} ${closing}`)).toBe(speech);
    const dotted = /[.!]$/u.test(closing) ? closing : `${closing}.`;
    expect(kept(`${speech} ${dotted} ${dotted}`)).toBe(speech);
    expect(kept(`${speech} ${dotted} Y nos reímos.`)).toBe(`${speech} ${dotted} Y nos reímos.`);
    // Nobody said these words, because they have no sound.
    expect(kept(`${speech} ${dotted} Y nos reímos.`, [dotted])).toBe(`${speech} Y nos reímos.`);
  });

  it.each([
    '¡Gracias!',
    'Muchas gracias.',
    'Adiós.',
    'Hasta luego.',
    'Hasta mañana.',
    'Nos vemos.',
    'Chao.',
    'Gracias por escuchar.',
  ])('drops a common phrase only in silence: %s', (courtesy) => {
    expect(kept(`${speech} ${courtesy}`)).toBe(`${speech} ${courtesy}`);
    expect(kept(`${speech} ${courtesy}`, [courtesy])).toBe(speech);
  });

  it.each([
    'Los subtítulos estaban mal y nadie entendió la película.',
    'Mi tío hacía subtítulos por las noches para pagar la renta.',
    'Y entonces gritó: gracias por ver el video que les mandé.',
    'Le di las gracias por ver a mi madre en el hospital.',
    'Me suscribí a un periódico que ya no existe.',
    'Suscríbete, me dijo, y yo no quise.',
    'La comunidad de vecinos nos ayudó con la mudanza.',
    'El canal estaba lleno de agua.',
    'La casa (la de mi abuela) era muy grande.',
    'No, no, no, no, eso no.',
    'Y corre, corre, corre, corre, corre hasta la esquina.',
    'Que llueva, que llueva, la Virgen de la Cueva.',
    'Poco a poco, poco a poco, poco a poco, fue llegando la gente.',
  ])('keeps real speech: %s', (said) => {
    expect(kept(`${speech} ${said}`)).toBe(`${speech} ${said}`);
    expect(kept(`${said} ${speech}`)).toBe(`${said} ${speech}`);
    expect(kept(said)).toBe(said);
  });

  it.each([
    ['a word', 'no,', 40],
    ['two words', 'muchas gracias.', 12],
    ['a sentence', 'y no sabía qué hacer.', 8],
    ['a sentence in other letters', 'Y no sabía qué hacer.', 4],
    [
      'a long sentence',
      'y cuando llegué a la casa de mi abuela ya no había nadie en la cocina ni en el patio.',
      5,
    ],
  ])('keeps one round of %s that repeats in a loop', (_, round, times) => {
    const loop = Array.from({ length: times }, () => round).join(' ');
    expect(kept(`${speech} ${loop} Después salió el sol.`)).toBe(`${speech} ${round} Después salió el sol.`);
  });

  it('ends a loop in the middle of a round', () => {
    expect(kept('y luego y no y luego y no y luego y no y luego y no y luego')).toBe('y luego y no y luego');
  });

  it.each([
    ['♪ Que llueva, que llueva ♪', 'Que llueva, que llueva'],
    ['Y entonces [Música de fondo] nos fuimos.', 'Y entonces nos fuimos.'],
    ['Y entonces (aplausos) nos fuimos.', 'Y entonces nos fuimos.'],
  ])('keeps speech beside a note: %s', (said, expected) => {
    expect(kept(said)).toBe(expected);
  });

  it('keeps the times of the remaining words', () => {
    const kept = dropInventions(words('Fin. ¡Suscríbete!'), () => false);
    expect(kept).toEqual([{ text: 'Fin.', startMs: 0, endMs: 250, confidence: null }]);
  });

  it('accepts a text without words', () => {
    expect(dropInventions([], () => true)).toEqual([]);
  });
});
