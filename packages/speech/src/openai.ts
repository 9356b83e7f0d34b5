import { audioFormats, type TranscriptWord } from '@relato/contract';
import { z } from 'zod';
import { callProvider, requireShape } from './call-provider.ts';
import { getErrorField, toShownMessage } from './error-message.ts';
import { areTokens, mergeTokens } from './merge-tokens.ts';
import { SpeechError } from './speech-error.ts';
import type { SpeechAudio, SpeechTiming, Transcriber, Transcription } from './transcriber.ts';
import { jobError, toTranscription } from './transcription.ts';

/** The default model. */
export const openaiModel = 'whisper-1';

export interface OpenAISettings {
  /** The full URL that receives the audio. See `toTranscriptionUrl`. */
  readonly url: string;
  readonly apiKey: string | null;
  readonly model: string;
}

const spokenWord = z
  .object({
    word: z.string(),
    start: z.number(),
    end: z.number(),
    probability: z.number().optional().catch(undefined),
  })
  .nullable()
  .catch(null);
const spokenWords = z.array(spokenWord).nullish().catch(null);
const segment = z
  .object({ text: z.string().nullable().catch(null), words: spokenWords })
  .catch({ text: null, words: null });
type Segment = z.infer<typeof segment>;
const verboseJson = z.object({
  text: z.string(),
  words: spokenWords,
  segments: z.array(segment).nullish().catch(null),
});

/** Creates a transcriber for OpenAI or a compatible server: Groq, speaches, LocalAI, the server of whisper.cpp. */
export function createOpenAI({ url, apiKey, model }: OpenAISettings, timing: SpeechTiming): Transcriber {
  return {
    name: 'openai',
    transcribe: async (audio, { signal }) => {
      const body = await toForm(audio, model);
      const headers = apiKey === null ? {} : { Authorization: `Bearer ${apiKey}` };
      const answer = await callProvider(
        (signal) => fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' }),
        { timeoutMs: Math.min(timing.audioTimeoutMs, timing.totalTimeoutMs), signal, secret: apiKey },
      ).catch((error: unknown) => explainSetup(error, model));
      return readAnswer(answer, { model, secret: apiKey });
    },
    // These servers store nothing under an id.
    delete: async () => {},
  };
}

/**
 * Adds the remedy to an error of the setup, because administrators see only the message: the whisper.cpp server answers
 * "Invalid request" to any error and by default serves only `/inference`, and speaches serves only installed models.
 */
function explainSetup(error: unknown, model: string): never {
  const hint = error instanceof SpeechError ? findHint(error.message, model) : null;
  if (!(error instanceof SpeechError) || hint === null) throw error;
  const { kind, status, message } = error;
  throw new SpeechError(kind, `${message} (${hint})`, {
    trouble: 'setup',
    ...(status === null ? {} : { status }),
  });
}

function findHint(message: string, model: string): string | null {
  if (/^(Invalid request|File Not Found \(.*\))$/u.test(message))
    return 'whisper-server works here when started with --convert --inference-path /v1/audio/transcriptions';
  if (/^Model '.*' is not installed/u.test(message))
    return `speaches installs it once: curl -X POST SPEECH_BASE_URL/v1/models/${model}`;
  return null;
}

async function toForm({ extension, load }: SpeechAudio, model: string): Promise<FormData> {
  const form = new FormData();
  form.set(
    'file',
    new Blob([await load()], { type: audioFormats[extension].mimeType }),
    `recording.${extension}`,
  );
  form.set('model', model);
  form.set('language', 'es');
  form.set('response_format', 'verbose_json');
  form.set('timestamp_granularities[]', 'word');
  return form;
}

function readAnswer(
  answer: object,
  { model, secret }: { readonly model: string; readonly secret: string | null },
): Transcription {
  // Older servers of whisper.cpp report failures with status 200.
  const failure = 'text' in answer ? null : getErrorField(answer);
  if (failure !== null) throw jobError(toShownMessage(failure, secret));
  const { text, words, segments } = requireShape(verboseJson, answer);
  const heard =
    words && words.length > 0 ? { text, words: toWords(words) } : readSegments(text, segments ?? []);
  return toTranscription({ ...heard, engine: 'openai', model });
}

/**
 * Joins the segments of whisper.cpp, which breaks a text into lines of 60 characters between any two tokens, even within a
 * word. The text of a segment starts with a space only if a word does, which determines the joint.
 */
function readSegments(text: string, segments: readonly Segment[]): Pick<Transcription, 'text' | 'words'> {
  const tokens = segments.flatMap(({ words }) => toWords(words));
  if (!areTokens(tokens)) return { text, words: tokens };
  const joined = segments.every((segment) => segment.text !== null)
    ? segments.map((segment) => segment.text).join('')
    : text;
  return { text: joined, words: mergeTokens(tokens, joined) };
}

/** Converts seconds to milliseconds. The text keeps its leading space, which marks the start of a word. */
const toWords = (words: z.infer<typeof spokenWords>): TranscriptWord[] =>
  (words ?? [])
    .filter((word) => word !== null)
    .map(({ word, start, end, probability }) => ({
      text: word,
      startMs: start * 1000,
      endMs: end * 1000,
      confidence: probability ?? null,
    }));
