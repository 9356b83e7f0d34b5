import { describe, expect, it } from 'vitest';
import { startRecognition } from './recognition.ts';

type Result = ArrayLike<{ readonly transcript: string }> & { readonly isFinal: boolean };
const result = (transcript: string, isFinal: boolean): Result => ({ 0: { transcript }, length: 1, isFinal });

/** A browser's recognition whose ears are the test. */
class FakeRecognition {
  static last: FakeRecognition;
  lang = '';
  continuous = false;
  interimResults = false;
  onresult: ((event: { resultIndex: number; results: ArrayLike<Result> }) => void) | null = null;
  onerror: ((event: { error: string }) => void) | null = null;
  onend: (() => void) | null = null;
  starts = 0;
  stops = 0;

  constructor() {
    FakeRecognition.last = this;
  }
  start() {
    this.starts += 1;
  }
  stop() {
    this.stops += 1;
  }
}

function listen() {
  const texts: string[] = [];
  let denials = 0;
  const stop = startRecognition(
    { onText: (text) => void texts.push(text), onDenied: () => void (denials += 1) },
    FakeRecognition,
  );
  return { recognition: FakeRecognition.last, texts, stop, denials: () => denials };
}

describe('startRecognition', () => {
  it('listens in the Spanish of Latin America, without a pause, with interim results', () => {
    const { recognition } = listen();
    expect(recognition).toMatchObject({ lang: 'es-419', continuous: true, interimResults: true, starts: 1 });
  });

  it('keeps what is certain and each of it once', () => {
    const { recognition, texts } = listen();
    recognition.onresult?.({ resultIndex: 0, results: [result('eran las', false)] });
    recognition.onresult?.({ resultIndex: 0, results: [result(' eran las tres ', true)] });
    recognition.onresult?.({
      resultIndex: 1,
      results: [result('eran las tres', true), result('de la', true)],
    });
    expect(texts.at(-1)).toBe('eran las tres de la');
  });

  it('goes on after a silence, with what it heard before', () => {
    const { recognition, texts } = listen();
    recognition.onresult?.({ resultIndex: 0, results: [result('uno', true)] });
    recognition.onend?.();
    expect(recognition.starts).toBe(2);
    recognition.onresult?.({ resultIndex: 0, results: [result('dos', true)] });
    expect(texts.at(-1)).toBe('uno dos');
  });

  it('ends when it is told to, with the last word', async () => {
    const { recognition, texts, stop } = listen();
    const ended = stop();
    recognition.onresult?.({ resultIndex: 0, results: [result('fin', true)] });
    recognition.onend?.();
    await ended;
    expect(texts).toEqual(['fin']);
    expect(recognition).toMatchObject({ starts: 1, stops: 1 });
  });

  it('says that it may not listen, and does not insist', () => {
    const { recognition, denials } = listen();
    recognition.onerror?.({ error: 'not-allowed' });
    recognition.onend?.();
    expect(denials()).toBe(1);
    expect(recognition.starts).toBe(1);
  });
});
