import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startRecognition } from './recognition.ts';

type Result = ArrayLike<{ readonly transcript: string; readonly confidence?: number }> & {
  readonly isFinal: boolean;
};
const result = (transcript: string, isFinal: boolean, confidence = 0.9): Result => ({
  0: { transcript, confidence },
  length: 1,
  isFinal,
});

/** A fake speech recognition whose results come from the test. */
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
  /** The error that `start` throws. */
  failure: Error | null = null;

  constructor() {
    FakeRecognition.last = this;
  }
  start() {
    this.starts += 1;
    if (this.failure) throw this.failure;
  }
  stop() {
    this.stops += 1;
  }
  hear(...results: Result[]) {
    this.onresult?.({ resultIndex: 0, results });
  }
}

function listen() {
  const texts: string[] = [];
  let denials = 0;
  const running = startRecognition(
    { onText: (text) => void texts.push(text), onDenied: () => void (denials += 1) },
    FakeRecognition,
  );
  return {
    recognition: FakeRecognition.last,
    texts,
    stop: running.end,
    setPaused: running.setPaused,
    denials: () => denials,
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('L338: listens in the Spanish of Latin America, without a pause, with interim results', () => {
  const { recognition } = listen();
  expect(recognition).toMatchObject({ lang: 'es-419', continuous: true, interimResults: true, starts: 1 });
});

it('keeps each final result once', () => {
  const { recognition, texts } = listen();
  recognition.hear(result('eran las', false));
  recognition.hear(result(' eran las tres ', true));
  recognition.onresult?.({
    resultIndex: 1,
    results: [result('eran las tres', true), result('de la', true)],
  });
  expect(texts.at(-1)).toBe('eran las tres de la');
});

it('continues after a silence, with the earlier text', () => {
  const { recognition, texts } = listen();
  recognition.hear(result('uno', true));
  recognition.onend?.();
  expect(recognition.starts).toBe(2);
  recognition.hear(result('dos', true));
  expect(texts.at(-1)).toBe('uno dos');
});

it('ignores speech during a pause, and continues the text after it', () => {
  const { recognition, texts, setPaused } = listen();
  recognition.hear(result('uno', true));
  setPaused(true);
  expect(recognition).toMatchObject({ starts: 1, stops: 1 });
  // The last result of a session arrives after its stop.
  recognition.hear(result('uno dos', true));
  recognition.onend?.();
  vi.advanceTimersByTime(60_000);
  expect(recognition.starts).toBe(1);
  setPaused(false);
  expect(recognition.starts).toBe(2);
  recognition.hear(result('tres', true));
  expect(texts.at(-1)).toBe('uno dos tres');
});

it('continues after a pause that was too short for the session to end', () => {
  const { recognition, setPaused } = listen();
  setPaused(true);
  setPaused(false);
  expect(recognition.starts).toBe(1);
  recognition.onend?.();
  vi.advanceTimersByTime(1_000);
  expect(recognition.starts).toBe(2);
});

it('ends at once during a pause', async () => {
  const { recognition, setPaused, stop } = listen();
  setPaused(true);
  recognition.onend?.();
  await stop();
  expect(recognition).toMatchObject({ starts: 1, stops: 1 });
});

it('replaces a corrected result', () => {
  const { recognition, texts } = listen();
  for (const text of ['hola', 'hola me', 'hola me llamo']) recognition.hear(result(text, true));
  expect(texts.at(-1)).toBe('hola me llamo');
  recognition.hear(result('hola me llamo Ana', false));
  expect(texts.at(-1)).toBe('');
});

it('keeps the last of the growing guesses that a browser reports as final', () => {
  const { recognition, texts } = listen();
  const guesses = ['hola', 'hola me', 'hola me llamo'].map((text) => result(text, true, 0));
  const certain = [result('hola me llamo', true), result('no', true), result('no sé', true)];
  recognition.hear(...guesses, ...certain);
  expect(texts.at(-1)).toBe('hola me llamo no no sé');
});

it.each(['aborted', 'network', 'no-speech', 'audio-capture'])(
  'restarts after «%s» with growing pauses, and gives up in the end',
  async (error) => {
    const { recognition, stop } = listen();
    const fail = () => {
      recognition.onerror?.({ error });
      recognition.onend?.();
    };
    const sessionMs = 50;
    const startsAtMs = [Date.now() - sessionMs];
    recognition.start = () => {
      startsAtMs.push(Date.now());
      setTimeout(fail, sessionMs);
    };
    fail();
    vi.advanceTimersByTime(300_000);
    expect(startsAtMs.slice(1).map((at, index) => at - (startsAtMs[index] ?? 0) - sessionMs)).toEqual([
      250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000,
    ]);
    await stop();
  },
);

it('restarts at once after a silence, and loses nothing of a story with long silences', () => {
  const { recognition, texts } = listen();
  for (let sessions = 1; sessions <= 30; sessions += 1) {
    vi.advanceTimersByTime(8_000);
    recognition.onerror?.({ error: 'no-speech' });
    recognition.onend?.();
    expect(recognition.starts).toBe(sessions + 1);
  }
  recognition.hear(result('por fin', true));
  expect(texts.at(-1)).toBe('por fin');
});

it('resets the failure count after a result', () => {
  const { recognition } = listen();
  for (let sessions = 0; sessions < 30; sessions += 1) {
    if (sessions % 5 === 0) recognition.hear(result('sigo aquí', true));
    recognition.onend?.();
    vi.advanceTimersByTime(8_000);
  }
  expect(recognition.starts).toBe(31);
});

it('does not restart after the end of the recording', async () => {
  const { recognition, stop } = listen();
  recognition.onend?.();
  await stop();
  vi.advanceTimersByTime(60_000);
  expect(recognition.starts).toBe(1);
});

it('throws neither when it cannot start nor when it cannot stop', async () => {
  const { recognition, stop } = listen();
  recognition.failure = new DOMException('no', 'InvalidStateError');
  recognition.onend?.();
  vi.advanceTimersByTime(600_000);
  expect(recognition.starts).toBe(10);
  recognition.stop = () => {
    throw new DOMException('no', 'InvalidStateError');
  };
  await stop();
  class Broken extends FakeRecognition {
    constructor() {
      super();
      throw new DOMException('no', 'NotSupportedError');
    }
  }
  await startRecognition({ onText: () => undefined, onDenied: () => undefined }, Broken).end();
});

it('L143: does nothing in a browser without recognition', async () => {
  vi.stubGlobal('window', {});
  const onText = vi.fn<() => void>();
  const running = startRecognition({ onText, onDenied: onText });
  running.setPaused(true);
  running.setPaused(false);
  await running.end();
  expect(onText).not.toHaveBeenCalled();
  expect(console.warn).not.toHaveBeenCalled();
});

it('ends on request, with the last word', async () => {
  const { recognition, texts, stop } = listen();
  const ended = stop();
  recognition.hear(result('fin', true));
  recognition.onend?.();
  await ended;
  expect(texts).toEqual(['fin']);
  expect(recognition).toMatchObject({ starts: 1, stops: 1 });
});

it('reports a denied permission, and does not retry', () => {
  const { recognition, denials } = listen();
  recognition.onerror?.({ error: 'not-allowed' });
  recognition.onend?.();
  expect(denials()).toBe(1);
  expect(recognition.starts).toBe(1);
});
