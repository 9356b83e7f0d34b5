import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import {
  agrees,
  checkSaid,
  findShared,
  isInText,
  isSameSpeech,
  placeCorrection,
  placeMoved,
  replaceWords,
  toSaid,
} from './rules.ts';

const say = (text: string, fromMs = 0) =>
  text.split(/\s+/u).map((word, index) => ({
    text: word,
    startMs: fromMs + index * 400,
    endMs: fromMs + index * 400 + 300,
  }));
const { maxLength, maxSaidWords, maxWords } = limits.corrections;

const toLong = (count: number) => ({
  startMs: 0,
  endMs: count * 400 - 100,
  text: 'no '.repeat(count).trim(),
});

const replace = (text: string, from: number, to: number, said: string) =>
  replaceWords(text, say(text.trim()), { from, to }, said);

describe('a proposed text', () => {
  it.each([
    'balsa',
    'la balsa.',
    '¡Qué va, 3.5 metros!',
    'los EE.UU. y la ONU',
    'Se fue.Luego volvió',
    'Se fue… es verdad',
    '3.500.000.000 pesos',
    'dos: uno y dos',
    'a'.repeat(maxLength),
    'no '.repeat(maxSaidWords),
  ])('may be %j', (text) => expect(checkSaid(text)).toBeNull());

  it.each([
    ['', 'CORRECTION_REQUIRED'],
    [' \u200B\u202E ', 'CORRECTION_REQUIRED'],
    ['a'.repeat(maxLength + 1), 'CORRECTION_TOO_LONG'],
    ['a'.repeat(5_000), 'CORRECTION_TOO_LONG'],
    ['no '.repeat(maxSaidWords + 1), 'CORRECTION_TOO_LONG'],
    ['<b>balsa</b>', 'CORRECTION_NOT_SPOKEN'],
    ['balsa <script', 'CORRECTION_NOT_SPOKEN'],
    ['https://ejemplo.es/x', 'CORRECTION_NOT_SPOKEN'],
    ['mira HTTP://1.1.1.1', 'CORRECTION_NOT_SPOKEN'],
    ['www.ejemplo', 'CORRECTION_NOT_SPOKEN'],
    ['mira Ejemplo.COM, ya', 'CORRECTION_NOT_SPOKEN'],
    ['bit.ly/abc', 'CORRECTION_NOT_SPOKEN'],
    ['ejem\u200Bplo.c\u200Bom', 'CORRECTION_NOT_SPOKEN'],
    ['visita casino.es', 'CORRECTION_NOT_SPOKEN'],
    ['tienda.MX', 'CORRECTION_NOT_SPOKEN'],
    ['t.co', 'CORRECTION_NOT_SPOKEN'],
    ['canal.tv ya', 'CORRECTION_NOT_SPOKEN'],
    ['1.1.1.1/x', 'CORRECTION_NOT_SPOKEN'],
    ['ejemplo\u3002com', 'CORRECTION_NOT_SPOKEN'],
    ['ejemplo\uFF0Eｃｏｍ', 'CORRECTION_NOT_SPOKEN'],
    ['mailto:a', 'CORRECTION_NOT_SPOKEN'],
    ['javascript:alert(1)', 'CORRECTION_NOT_SPOKEN'],
    ['a\u0000b', 'INVALID_INPUT'],
    ['\uD800', 'INVALID_INPUT'],
  ])('is refused as %j', (text, code) => expect(checkSaid(text)).toBe(code));

  it('is stored in one line, without invisible characters', () => {
    expect(toSaid(' la\n\n bal\u200Bsa\u202E ')).toBe('la balsa');
  });

  it('equals one with another case, accents and punctuation', () => {
    expect(isSameSpeech('La balsa.', 'la Bálsa')).toBe(true);
    expect(isSameSpeech('la balsa', 'labalsa')).toBe(false);
    expect(isSameSpeech('la balsa', 'la balsa mía')).toBe(false);
    expect(isSameSpeech('la balsa', 'la barca')).toBe(false);
  });
});

describe('proposals', () => {
  it.each([
    ['La balsa.', 'la BALSA', true],
    ['¡«Balsa»!', 'balsa', true],
    ['a\u006E\u0303o', 'a\u00F1o', true],
    ['— balsa', '– balsa', false],
    ['ano', 'año', false],
    ['hacia', 'hacía', false],
    ['balsa', 'balsa💩', false],
    ['3.5', '35', false],
    ['la balsa', 'labalsa', false],
    ['balsa', 'balsa mía', false],
  ])('of %j and %j', (one, other, expected) => {
    expect(agrees(one, other)).toBe(expected);
    expect(agrees(other, one)).toBe(expected);
  });

  it('that agree yield the most frequent text, and never the text of one person alone', () => {
    expect(findShared(['Balsa', 'balsa.', 'balsa.'])).toBe('balsa.');
    expect(findShared(['Balsa', 'balsa.', 'balsa.', 'Balsa'])).toBe('Balsa');
    expect(findShared(['Balsa', 'balsa.', '¡balsa!'])).toBeNull();
    expect(findShared([])).toBeNull();
  });
});

describe('the words of a proposal', () => {
  const boat = { startMs: 400, endMs: 700, text: 'barca' };

  it('are the same words at its time, with any marks, also when their times move a little', () => {
    expect(placeCorrection(say('La barca azul'), boat)).toEqual({ from: 1, to: 1 });
    expect(placeCorrection(say('La «Barca», azul'), boat)).toEqual({ from: 1, to: 1 });
    expect(placeCorrection(say('La barca azul', 90), boat)).toEqual({ from: 1, to: 1 });
  });

  it('are missing once they read differently, and are not searched elsewhere', () => {
    expect(placeCorrection(say('La balsa azul'), boat)).toBeNull();
    expect(placeCorrection([], boat)).toBeNull();
    const joined = [...say('Labalsa'), ...say('azul barca', 800)];
    expect(placeCorrection(joined, boat)).toBeNull();
  });

  it('move with another transcription alone, and not to the same word beside them', () => {
    const later = say('La barca. Esa barca azul', 310);
    expect(placeMoved(later, boat)).toEqual({ from: 1, to: 1 });
    expect(placeCorrection(later, boat)).toBeNull();
    const cut = [...say('La'), ...say('Esa barca azul', 800)];
    expect(placeCorrection(cut, boat)).toBeNull();
    expect(placeMoved(say('La balsa azul'), boat)).toBeNull();
  });

  it('are not too many', () => {
    const words = say('no '.repeat(maxWords + 1).trim());
    expect(placeCorrection(words, toLong(maxWords))).toEqual({ from: 0, to: maxWords - 1 });
    expect(placeCorrection(words, toLong(maxWords + 1))).toBeNull();
  });
});

describe('a corrected text', () => {
  it.each([
    ['La barca  azul.', 1, 1, 'balsa', 'La balsa  azul.'],
    ['La barca azul.', 0, 2, 'Balsa', 'Balsa'],
    [' La\n\nbarca azul', 0, 1, 'Una balsa', ' Una\n\nbalsa azul'],
    ['La\nbarca azul', 0, 2, 'Una balsa muy azul', 'Una\nbalsa muy azul'],
    ['a sia el mar', 0, 1, 'hacia', 'hacia el mar'],
    ['hacía el mar', 0, 0, '$& $1', '$& $1 el mar'],
  ])('of %j', (text, from, to, said, expected) => expect(replace(text, from, to, said)).toBe(expected));

  it('is null if the words are not those of the text', () => {
    expect(replaceWords('La barca', say('La barca azul'), { from: 0, to: 0 }, 'x')).toBeNull();
    expect(replaceWords('La barca', say('La barca'), { from: 2, to: 2 }, 'x')).toBeNull();
  });
});

describe('a correction', () => {
  const year = { startMs: 400, endMs: 700, text: 'ano', said: 'año' };

  it('is in a text that has its words at its time, or near it', () => {
    expect(isInText(say('un año, ya'), year)).toBe(true);
    expect(isInText(say('un año ya', 90), year)).toBe(true);
    const long = { startMs: 0, endMs: 400 * maxSaidWords - 100, said: 'no '.repeat(maxSaidWords).trim() };
    expect(isInText(say(long.said), long)).toBe(true);
  });

  it('is not in a text that differs there, even by an accent', () => {
    expect(isInText(say('un ano ya'), year)).toBe(false);
    expect(isInText(say('un mes ya'), year)).toBe(false);
    expect(isInText([], year)).toBe(false);
    expect(isInText(say('un mes ya', 0).concat(say('año', 9_000)), year)).toBe(false);
  });
});
