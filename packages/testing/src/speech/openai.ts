import {
  type Loopback,
  type LoopbackAnswer,
  type LoopbackRequest,
  startLoopback,
} from '../network/loopback.ts';
import { measureDurationMs } from './measure-duration.ts';
import { defaultTranscript, speakWords, type SpokenWord } from './spoken-words.ts';

type Flavour = 'openai' | 'speaches' | 'whisper.cpp';
type Step = 'transcribe';

export interface FakeOpenAIOptions {
  /** The server whose envelopes, errors and word timings the fake imitates. */
  readonly flavour?: Flavour;
  readonly port?: number;
  /** Null to require no key. whisper.cpp never requires one. */
  readonly apiKey?: string | null;
  /** The installed models, by default any. whisper.cpp has the one from its start. */
  readonly models?: readonly string[];
  readonly transcript?: string;
  /** The `--inference-path` of whisper.cpp. */
  readonly inferencePath?: string;
  /** The `--convert` of whisper.cpp. Without it, the server accepts only WAV. */
  readonly convert?: boolean;
  /** The duration of every recording. By default the bytes are measured, and files without audio are refused. */
  readonly durationMs?: number;
}

/** An accepted request, which is one line of the provider's bill. */
export interface FakeTranscription {
  readonly fileName: string;
  readonly fileType: string;
  readonly audio: Buffer<ArrayBuffer>;
  readonly fields: Readonly<Record<string, string>>;
}

export interface FakeOpenAI extends Loopback<Step> {
  readonly apiKey: string | null;
  readonly transcriptions: FakeTranscription[];
  /** Sets the transcript of later recordings. */
  readonly setTranscript: (transcript: string) => void;
}

/** The length of a segment of whisper.cpp when token times are requested. */
const segmentLength = 60;
const openaiExtensions = ['flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'ogg', 'wav', 'webm'];

/** Starts a fake OpenAI-compatible server of the given flavour. */
export async function startFakeOpenAI(options: FakeOpenAIOptions = {}): Promise<FakeOpenAI> {
  const { flavour = 'openai', models, inferencePath = '/inference', convert = false } = options;
  const apiKey = options.apiKey === undefined ? 'sk-fake-openai-key' : options.apiKey;
  const transcriptions: FakeTranscription[] = [];
  let transcript = options.transcript ?? defaultTranscript;

  async function answer({ step, path, headers, body }: LoopbackRequest<Step>): Promise<LoopbackAnswer> {
    if (step === null) return refuse(flavour, 404, 'Not Found', path);
    if (flavour !== 'whisper.cpp' && apiKey !== null && headers.authorization !== `Bearer ${apiKey}`) {
      return refuse(flavour, flavour === 'openai' ? 401 : 403, 'Incorrect API key provided.');
    }
    const form = await toForm(body, headers['content-type']);
    const file = form?.get('file');
    if (!form || !(file instanceof File)) return refuse(flavour, 400, "no 'file' field in the request");
    const fields = Object.fromEntries(
      [...form].filter((entry): entry is [string, string] => entry[1] !== file),
    );
    const audio = Buffer.from(await file.arrayBuffer());
    const durationMs = options.durationMs ?? (await measureDurationMs(audio));
    const refusal = judge(flavour, { fileName: file.name, audio, durationMs, convert });
    if (refusal) return refusal;
    if (flavour !== 'whisper.cpp' && models && !models.includes(fields.model ?? '')) {
      return refuse(
        flavour,
        404,
        `Model '${fields.model}' is not installed locally. You can download the model using \`POST /v1/models\``,
      );
    }
    transcriptions.push({ fileName: file.name, fileType: file.type, audio, fields });
    return { body: toAnswer(flavour, fields, transcript, durationMs ?? 0) };
  }

  const audioPath = flavour === 'whisper.cpp' ? inferencePath : '/v1/audio/transcriptions';
  const toStep = (method: string, path: string): Step | null =>
    method === 'POST' && path === audioPath ? 'transcribe' : null;
  const server = await startLoopback<Step>({ port: options.port, toStep, answer });
  return {
    ...server,
    apiKey,
    transcriptions,
    setTranscript: (text) => {
      transcript = text;
    },
  };
}

async function toForm(body: Buffer<ArrayBuffer>, type: string | undefined): Promise<FormData | null> {
  try {
    return await new Response(body, { headers: { 'content-type': type ?? '' } }).formData();
  } catch {
    return null;
  }
}

/** Returns an error in the flavour's own envelope. The server of whisper.cpp gives no reasons. */
function refuse(flavour: Flavour, status: number, message: string, path = ''): LoopbackAnswer {
  switch (flavour) {
    case 'openai':
      return { status, body: { error: { message, type: 'invalid_request_error', param: null, code: null } } };
    case 'speaches':
      return { status, body: { detail: message } };
    case 'whisper.cpp':
      return {
        status,
        headers: { 'content-type': 'text/plain' },
        body: status === 400 ? 'Invalid request' : `File Not Found (${path})`,
      };
  }
}

function judge(
  flavour: Flavour,
  {
    fileName,
    audio,
    durationMs,
    convert,
  }: { fileName: string; audio: Buffer; durationMs: number | null; convert: boolean },
): LoopbackAnswer | null {
  const isUnreadable = durationMs === null;
  switch (flavour) {
    case 'openai': {
      const isKnown = openaiExtensions.includes(fileName.split('.').at(-1) ?? '');
      return isKnown && !isUnreadable
        ? null
        : refuse(flavour, 400, `Invalid file format. Supported formats: ${openaiExtensions.join(', ')}`);
    }
    case 'speaches':
      if (audio.length === 0) return refuse(flavour, 400, 'The audio file is empty.');
      return isUnreadable
        ? refuse(flavour, 415, 'Failed to decode audio. The provided file is not valid.')
        : null;
    case 'whisper.cpp':
      return isUnreadable || !(convert || audio.toString('latin1', 0, 4) === 'RIFF')
        ? refuse(flavour, 400, 'failed to read audio data')
        : null;
  }
}

function toAnswer(
  flavour: Flavour,
  fields: Record<string, string>,
  transcript: string,
  durationMs: number,
): object {
  if (fields.response_format !== 'verbose_json') return { text: transcript };
  const spoken = speakWords(transcript, durationMs);
  const head = { task: 'transcribe', language: 'spanish', duration: durationMs / 1000 };
  if (flavour === 'whisper.cpp') {
    const segments = toSegments(spoken.flatMap(toTokens));
    return { ...head, text: segments.map(({ text }) => `${text}\n`).join(''), segments };
  }
  const hasWords = fields['timestamp_granularities[]'] === 'word';
  const words = spoken.map(({ text, startMs, endMs }) => ({
    // OpenAI returns bare words, while speaches returns the words of the model.
    word: flavour === 'openai' ? text.replaceAll(/[^\p{L}\p{N}]/gu, '') : ` ${text}`,
    start: startMs / 1000,
    end: endMs / 1000,
  }));
  return { ...head, text: transcript, ...(hasWords ? { words } : {}) };
}

interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly t_dtw: number;
  readonly probability: number;
}

/** Splits tokens into segments like whisper.cpp: before the token that would exceed the length, even within a word. */
function toSegments(tokens: readonly Token[]): { id: number; text: string; words: Token[] }[] {
  const segments: { id: number; text: string; words: Token[] }[] = [];
  for (const token of tokens) {
    const last = segments.at(-1);
    if (!last || last.text.length + token.word.length > segmentLength)
      segments.push({ id: segments.length, text: token.word, words: [token] });
    else {
      last.text += token.word;
      last.words.push(token);
    }
  }
  return segments;
}

/** A model gives punctuation a part of the pause after the word. */
const lateMs = 200;
const isSpoken = (piece: string): boolean => /[\p{L}\p{N}]/u.test(piece);

/**
 * Splits a word into tokens like whisper.cpp: pieces of at most four letters, with a space before the first, and separate
 * punctuation. Times are in seconds.
 */
function toTokens({ text, startMs, endMs, confidence }: SpokenWord): Token[] {
  const pieces = ` ${text}`.match(/ ?[\p{L}\p{N}]{1,4}| ?[^\p{L}\p{N} ]/gu) ?? [];
  const pieceMs = (endMs - startMs) / Math.max(pieces.filter(isSpoken).length, 1);
  let atMs = startMs;
  return pieces.map((word) => {
    const fromMs = atMs;
    if (isSpoken(word)) atMs += pieceMs;
    const toMs = isSpoken(word) ? atMs : atMs + lateMs;
    return { word, start: fromMs / 1000, end: toMs / 1000, t_dtw: -1, probability: confidence };
  });
}
