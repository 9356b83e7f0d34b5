// The part of the Web Speech API that is used here; TypeScript's own library does not have it.
interface RecognitionEvent {
  readonly resultIndex: number;
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }> & { readonly isFinal: boolean }>;
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

export interface RecognitionEvents {
  /** All that was heard for certain so far. */
  readonly onText: (text: string) => void;
  readonly onDenied: () => void;
}

/** Errors after which starting again would only fail again. */
const lastingErrors: ReadonlySet<string> = new Set([
  'not-allowed',
  'service-not-allowed',
  'audio-capture',
  'language-not-supported',
  'network',
]);

const doNothing = (): void => undefined;

/** What was said last is heard a moment after the end. */
const lastWordMs = 1_500;

/**
 * Listens in Spanish until the returned function is called, which resolves when the last word has come. Does nothing
 * in a browser without recognition.
 */
export function startRecognition(
  { onText, onDenied }: RecognitionEvents,
  Class: RecognitionClass | undefined = window.SpeechRecognition ?? window.webkitSpeechRecognition,
): () => Promise<void> {
  if (!Class) return () => Promise.resolve();
  const recognition = new Class();
  recognition.lang = 'es-419';
  recognition.continuous = true;
  recognition.interimResults = true;
  const heard: string[] = [];
  let isWanted = true;

  recognition.onresult = ({ resultIndex, results }) => {
    for (let index = resultIndex; index < results.length; index += 1) {
      const result = results[index];
      const text = result?.[0]?.transcript.trim();
      if (result?.isFinal && text) heard.push(text);
    }
    onText(heard.join(' '));
  };
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as with the other two; nobody else listens
  recognition.onerror = ({ error }) => {
    if (error === 'not-allowed') onDenied();
    if (lastingErrors.has(error)) isWanted = false;
  };
  let onceEnded = doNothing;
  const ended = new Promise<void>((resolve) => {
    onceEnded = resolve;
  });
  recognition.onend = () => {
    // Browsers end it after a silence, in the middle of a story.
    if (isWanted) recognition.start();
    else onceEnded();
  };
  recognition.start();
  return async () => {
    isWanted = false;
    recognition.stop();
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, lastWordMs))]);
  };
}
