// The used part of the Web Speech API, which TypeScript's own library lacks.
interface Result {
  readonly transcript: string;
  /** From 0 to 1. */
  readonly confidence?: number;
}
interface RecognitionEvent {
  readonly resultIndex: number;
  readonly results: ArrayLike<ArrayLike<Result> & { readonly isFinal: boolean }>;
}
interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: RecognitionEvent) => void) | null;
  onerror: ((event: { readonly error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
}
type RecognitionClass = new () => Recognition;

declare global {
  interface Window {
    readonly SpeechRecognition?: RecognitionClass;
    readonly webkitSpeechRecognition?: RecognitionClass;
  }
}

interface RecognitionEvents {
  /** All final results so far. */
  readonly onText: (text: string) => void;
  readonly onDenied: () => void;
}

/** Errors after which a restart would only fail again. */
const lastingErrors: ReadonlySet<string> = new Set([
  'not-allowed',
  'service-not-allowed',
  'language-not-supported',
]);

/** The pause before a restart doubles after each failed session. */
const firstPauseMs = 250;
const maxPauseMs = 8_000;
/** A session without results fails if it ends sooner than silence would end it. */
const failedWithinMs = 3_000;
/**
 * Gives up after this many failures in a row: a call or another page keeps the recognizer, or there is no network for
 * it.
 */
const maxFailedSessions = 10;

const doNothing = (): void => undefined;

export interface RunningRecognition {
  /** Speech during a pause is not part of the text. */
  readonly setPaused: (isPaused: boolean) => void;
  /** Resolves after the last result. */
  readonly end: () => Promise<void>;
}

const noRecognition: RunningRecognition = { setPaused: doNothing, end: () => Promise.resolve() };

/** The last result arrives a moment after the end. */
const lastWordMs = 1_500;

/**
 * Recognizes Spanish until it is ended. Does nothing in a browser without recognition, and never throws, because
 * recording continues without it.
 */
export function startRecognition(
  events: RecognitionEvents,
  Class: RecognitionClass | undefined = window.SpeechRecognition ?? window.webkitSpeechRecognition,
): RunningRecognition {
  if (!Class) return noRecognition;
  try {
    const listener = new Listener(new Class(), events);
    return { setPaused: (isPaused) => listener.setPaused(isPaused), end: () => listener.end() };
  } catch (error) {
    console.warn('The browser cannot recognize what is said', error);
    return noRecognition;
  }
}

/** Restarts one recognizer again and again, because browsers end a session after a silence in the middle of a story. */
class Listener {
  readonly #recognition: Recognition;
  readonly #ended: Promise<void>;
  #onceEnded = doNothing;
  /** The text of earlier sessions. */
  #before = '';
  /** The final results of this session by the browser's index, because the browser may correct an earlier result. */
  #finals: (Result | undefined)[] = [];
  #failedSessions = 0;
  #startedAtMs = 0;
  #isWanted = true;
  #isPaused = false;
  /** True while there is no session because of a pause. */
  #isResting = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(recognition: Recognition, { onText, onDenied }: RecognitionEvents) {
    this.#recognition = recognition;
    this.#ended = new Promise((resolve) => {
      this.#onceEnded = resolve;
    });
    recognition.lang = 'es-419';
    recognition.continuous = true;
    recognition.interimResults = true;
    recognition.onresult = ({ resultIndex, results }) => {
      this.#failedSessions = 0;
      for (let index = resultIndex; index < results.length; index += 1) {
        const result = results[index];
        this.#finals[index] = result?.isFinal ? result[0] : undefined;
      }
      onText(this.#text);
    };
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as with the other two; there is no second listener
    recognition.onerror = ({ error }) => {
      if (error === 'not-allowed') onDenied();
      if (lastingErrors.has(error)) this.#isWanted = false;
    };
    recognition.onend = () => this.#continue();
    this.#start();
  }

  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    if (isPaused) {
      // Between two sessions nothing runs that could be stopped; the next session checks for the pause before it starts.
      if (this.#timer === undefined && !this.#isResting) this.#stop();
    } else if (this.#isResting && this.#isWanted) {
      this.#isResting = false;
      this.#start();
    }
  }

  async end(): Promise<void> {
    this.#isWanted = false;
    clearTimeout(this.#timer);
    // Between two sessions no result is pending.
    if (this.#timer !== undefined || this.#isResting || !this.#stop()) return;
    await Promise.race([this.#ended, new Promise((resolve) => setTimeout(resolve, lastWordMs))]);
  }

  get #text(): string {
    return joinTexts([this.#before, ...toTexts(this.#finals)]);
  }

  /** Returns whether a running session was asked to stop. */
  #stop(): boolean {
    try {
      this.#recognition.stop();
      return true;
    } catch (error) {
      console.warn('The recognition could not be ended', error);
      return false;
    }
  }

  #start(): void {
    this.#timer = undefined;
    if (this.#isPaused) {
      this.#isResting = true;
      return;
    }
    this.#startedAtMs = performance.now();
    try {
      this.#recognition.start();
    } catch (error) {
      console.warn('The recognition did not start', error);
      this.#continue();
    }
  }

  /** Handles the end of a session. */
  #continue(): void {
    const heard = this.#text;
    const isFailed =
      !this.#isPaused && heard === this.#before && performance.now() - this.#startedAtMs < failedWithinMs;
    this.#before = heard;
    this.#finals = [];
    if (isFailed) this.#failedSessions += 1;
    if (this.#failedSessions >= maxFailedSessions) this.#isWanted = false;
    if (!this.#isWanted) {
      this.#onceEnded();
      return;
    }
    if (!isFailed) {
      this.#start();
      return;
    }
    const pauseMs = Math.min(firstPauseMs * 2 ** (this.#failedSessions - 1), maxPauseMs);
    this.#timer = setTimeout(() => this.#start(), pauseMs);
  }
}

const joinTexts = (texts: readonly string[]) => texts.filter((text) => text !== '').join(' ');

/** Chrome on Android reports each guess as final with zero confidence, followed by a longer one that begins with it. */
function toTexts(finals: readonly (Result | undefined)[]): readonly string[] {
  const results = finals.flatMap((result) =>
    result ? [{ text: result.transcript.trim(), isGuess: result.confidence === 0 }] : [],
  );
  return results
    .filter(({ text, isGuess }, index) => !(isGuess && results[index + 1]?.text.startsWith(text)))
    .map(({ text }) => text);
}
