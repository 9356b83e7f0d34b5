import { countCharacters, serverLimits, type SpokenWord } from '@relato/contract';
import * as fc from 'fast-check';
import SrtParser from 'srt-parser-2';
import { describe, expect, it } from 'vitest';
import { WebVTTParser } from 'webvtt-parser';
import entities from 'webvtt-parser/html-entities.json' with { type: 'json' };
import { toSrt, toVtt } from './captions.ts';

/** Returns words of 300 ms, one every 400 ms. */
const speak = (text: string, fromMs = 0): SpokenWord[] =>
  text
    .split(' ')
    .map((each, index) => ({ text: each, startMs: fromMs + index * 400, endMs: fromMs + index * 400 + 300 }));

const tellings = [
  'Eran como las tres de la mañana y en la casa del pueblo no se oía nada, solo los grillos.',
  'Mi abuela agarró un mango. ¡Zas! Se lo tiró con una puntería que no me explico.',
];
const story = [...speak(tellings[0] ?? ''), ...speak(tellings[1] ?? '', 9_000)];

const cuesOf = (file: string): string[] => file.split('\n\n').filter((part) => part.includes('-->'));
const linesOf = (cue: string): string[] =>
  cue
    .trim()
    .split('\n')
    .slice(cue.startsWith('00') ? 1 : 2);

describe('toVtt', () => {
  it('writes one line of at most 65 characters a cue, and ends cues with sentences', () => {
    expect(toVtt(story)).toBe(`WEBVTT

00:00:00.000 --> 00:00:06.300
Eran como las tres de la mañana y en la casa del pueblo no se oía

00:00:06.400 --> 00:00:07.900
nada, solo los grillos.

00:00:09.000 --> 00:00:10.900
Mi abuela agarró un mango.

00:00:11.000 --> 00:00:11.400
¡Zas!

00:00:11.400 --> 00:00:15.300
Se lo tiró con una puntería que no me explico.
`);
  });

  it('escapes markup and times', () => {
    const file = toVtt(speak('<b>uno</b> --> R&B &lt;'));
    expect(linesOf(cuesOf(file)[0] ?? '')).toEqual(['&lt;b&gt;uno&lt;/b&gt; --&gt; R&amp;B &amp;lt;']);
  });

  it('names the speaker of each cue as a voice', () => {
    const file = toVtt(speak('Sí <que> no.'), { speaker: 'ana.ñ' });
    expect(file).toContain('\n<v ana.ñ>Sí &lt;que&gt; no.\n');
    const { cues, errors } = new WebVTTParser(entities).parse(file, 'captions');
    expect([cues.length, errors]).toEqual([1, []]);
  });

  it('is a file without cues for a text without words', () => {
    expect(toVtt([])).toBe('WEBVTT\n');
  });
});

describe('toSrt', () => {
  it('writes two lines of at most 32 characters a cue', () => {
    const [first = '', second = ''] = cuesOf(toSrt(story));
    expect(first).toBe(
      '1\n00:00:00,000 --> 00:00:05,900\nEran como las tres de la mañana\ny en la casa del pueblo no se',
    );
    expect(second).toBe('2\n00:00:06,000 --> 00:00:07,900\noía nada, solo los grillos.');
  });

  it('has no markup and no arrow, which have no escape', () => {
    expect(linesOf(cuesOf(toSrt(speak('<i>uno --> dos')))[0] ?? '')).toEqual(['‹i›uno → dos']);
  });
});

describe('a cue', () => {
  it('ends at a pause, and stays long enough to be read', () => {
    const words = [...speak('Sí'), ...speak('Era él', 300 + serverLimits.captions.pauseMs)];
    expect(cuesOf(toVtt(words))).toEqual([
      '00:00:00.000 --> 00:00:01.000\nSí',
      '00:00:01.000 --> 00:00:02.000\nEra él\n',
    ]);
  });

  it('lasts at most seven seconds', () => {
    const slow = ['Y', 'entonces', 'yo'].map((text, index) => ({
      text,
      startMs: index * 3_000,
      endMs: index * 3_000 + 2_900,
    }));
    expect(cuesOf(toVtt(slow)).map((cue) => linesOf(cue)[0])).toEqual(['Y entonces', 'yo']);
    const stretched = [{ text: 'Aaah', startMs: 0, endMs: 60_000 }];
    expect(toVtt(stretched)).toContain('00:00:00.000 --> 00:00:07.000');
  });

  it('cuts a word that is longer than a line, but no grapheme', () => {
    const text = '👩‍👩‍👧‍👦'.repeat(12);
    const lines = cuesOf(toSrt([{ text, startMs: 0, endMs: 3_000 }])).flatMap(linesOf);
    expect(lines).toEqual(['👩‍👩‍👧‍👦'.repeat(4), '👩‍👩‍👧‍👦'.repeat(4), '👩‍👩‍👧‍👦'.repeat(4)]);
  });
});

const character = fc.oneof(
  fc.constantFrom(
    'a',
    'ñ',
    '.',
    '?',
    '…',
    '»',
    '<',
    '>',
    '&',
    '-',
    '-->',
    '&lt;',
    '1',
    ':',
    '\u0085',
    '\u001B',
  ),
  fc.constantFrom('שלום', 'مرحبا', '👨‍👩‍👧', 'e\u0301', 'supercalifragilisticoespialidoso', '\u200F'),
);
const spokenWord = fc.record({
  text: fc.array(character, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
  gapMs: fc.oneof(fc.constant(0), fc.integer({ min: -200, max: 3_000 })),
  lengthMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9_000 })),
});
/** Words in order of their starts, like a transcript. Some have no length, and some overlap. */
const spokenWords = fc.array(spokenWord, { maxLength: 60 }).map((words): SpokenWord[] => {
  let startMs = 0;
  return words.map(({ text, gapMs, lengthMs }) => {
    startMs = Math.max(0, startMs + Math.max(gapMs, 0));
    return { text, startMs, endMs: startMs + lengthMs };
  });
});
const toVisible = (words: readonly SpokenWord[]): string =>
  words.map(({ text }) => text.replaceAll(/\p{Cc}/gu, '')).join('');
const isInOrder = (cues: readonly { readonly from: number; readonly to: number }[]): boolean =>
  cues.every(({ from, to }, index) => to > from && from >= (cues[index - 1]?.to ?? 0));

describe('any transcript', () => {
  it('is valid WebVTT for the parser of the W3C, with every word once and in order', () => {
    const check = fc.property(spokenWords, (words) => {
      const file = toVtt(words);
      const { cues, errors } = new WebVTTParser(entities).parse(file, 'captions');
      expect(errors).toEqual([]);
      expect(isInOrder(cues.map(({ startTime, endTime }) => ({ from: startTime, to: endTime })))).toBe(true);
      const texts = cues.map(({ tree }) => {
        expect(tree.children?.every(({ type }) => type === 'text')).toBe(true);
        return tree.children?.map(({ value }) => value).join('') ?? '';
      });
      expect(texts.join('').replaceAll(/[ \n]/g, '')).toBe(toVisible(words));
      for (const text of texts) expect(countCharacters(text)).toBeLessThanOrEqual(65);
    });
    fc.assert(check, { numRuns: 100, seed: 1 });
  });

  it('is valid SubRip for an independent parser, with at most two lines of 32 characters a cue', () => {
    const check = fc.property(spokenWords, (words) => {
      const cues = new SrtParser().fromSrt(toSrt(words));
      expect(
        isInOrder(cues.map(({ startSeconds, endSeconds }) => ({ from: startSeconds, to: endSeconds }))),
      ).toBe(true);
      expect(cues.map(({ id }) => Number(id))).toEqual(cues.map((_cue, index) => index + 1));
      for (const { text } of cues) {
        const lines = text.split(/\r?\n/u);
        expect(lines.length).toBeLessThanOrEqual(2);
        for (const line of lines) expect(countCharacters(line)).toBeLessThanOrEqual(32);
      }
      const visible = words
        .map(({ text }) => text.replaceAll('-->', '→').replaceAll('<', '‹').replaceAll('>', '›'))
        .join('')
        .replaceAll(/\p{Cc}/gu, '');
      expect(
        cues
          .map(({ text }) => text)
          .join('')
          .replaceAll(/\s/gu, ''),
      ).toBe(visible);
    });
    fc.assert(check, { numRuns: 100, seed: 1 });
  });
});
