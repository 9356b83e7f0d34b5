import type { TranscriptWord } from '@relato/contract';
import { z } from 'zod';
import { callProvider } from './call-provider.ts';
import { getErrorField, toShownMessage } from './error-message.ts';
import { mergeTokens } from './merge-tokens.ts';
import { requireShape } from './require-shape.ts';
import type { SpeechAudio, SpeechTiming, Transcriber, Transcription } from './transcriber.ts';
import { toCompleted, toFailed } from './transcription.ts';

export interface OpenAISettings {
  /** The whole address that takes the audio; see `toTranscriptionUrl`. */
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
const verboseJson = z.object({
  text: z.string(),
  words: spokenWords,
  segments: z
    .array(z.object({ words: spokenWords }).catch({ words: null }))
    .nullish()
    .catch(null),
});

const contentTypes: Record<SpeechAudio['extension'], string> = {
  webm: 'audio/webm',
  mp4: 'audio/mp4',
  ogg: 'audio/ogg',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
};

/** OpenAI itself or whatever speaks like it: Groq, speaches, LocalAI, the server of whisper.cpp. */
export function createOpenAI({ url, apiKey, model }: OpenAISettings, timing: SpeechTiming): Transcriber {
  return {
    name: 'openai',
    transcribe: async (audio, { signal }) => {
      const body = await toForm(audio, model);
      const headers = apiKey === null ? {} : { Authorization: `Bearer ${apiKey}` };
      const answer = await callProvider(
        (signal) => fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' }),
        { limitMs: Math.min(timing.audioTimeoutMs, timing.totalTimeoutMs), signal, secret: apiKey },
      );
      return toTranscription(answer, apiKey);
    },
    // Nothing stays there under an id.
    delete: async () => {},
  };
}

async function toForm({ extension, load }: SpeechAudio, model: string): Promise<FormData> {
  const form = new FormData();
  form.set('file', new Blob([await load()], { type: contentTypes[extension] }), `recording.${extension}`);
  form.set('model', model);
  form.set('language', 'es');
  form.set('response_format', 'verbose_json');
  form.set('timestamp_granularities[]', 'word');
  return form;
}

function toTranscription(answer: object, secret: string | null): Transcription {
  // Older servers of whisper.cpp report their failures with status 200.
  const failure = 'text' in answer ? null : getErrorField(answer);
  if (failure !== null) return toFailed(toShownMessage(failure, secret));
  const { text, words, segments } = requireShape(verboseJson, answer);
  if (words && words.length > 0) return toCompleted(text, toWords(words));
  const tokens = segments?.map(({ words }) => toWords(words)) ?? [];
  return toCompleted(text, mergeTokens(tokens, text));
}

/** Seconds become milliseconds. The text keeps its leading space, which says where a word of tokens starts. */
const toWords = (words: z.infer<typeof spokenWords>): TranscriptWord[] =>
  (words ?? [])
    .filter((word) => word !== null)
    .map(({ word, start, end, probability }) => ({
      text: word,
      startMs: start * 1000,
      endMs: end * 1000,
      confidence: probability ?? null,
    }));
