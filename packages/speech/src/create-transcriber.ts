import { limits } from '@relato/contract';
import { createAssemblyAI } from './assemblyai.ts';
import { none } from './none.ts';
import { createOpenAI } from './openai.ts';
import type { SpeechTiming, Transcriber } from './transcriber.ts';

/** The settings as the environment has them; an empty one is not set. */
export interface SpeechSettings {
  /** SPEECH_PROVIDER: `assemblyai`, `openai` or `none`; by default what is configured, AssemblyAI first. */
  readonly provider?: string | undefined;
  /** ASSEMBLYAI_API_KEY */
  readonly assemblyaiApiKey?: string | undefined;
  /** ASSEMBLYAI_BASE_URL */
  readonly assemblyaiBaseUrl?: string | undefined;
  /** SPEECH_BASE_URL, with or without `/v1`. */
  readonly baseUrl?: string | undefined;
  /** SPEECH_API_KEY */
  readonly apiKey?: string | undefined;
  /** SPEECH_MODEL; for AssemblyAI a list with commas, in order of preference. */
  readonly model?: string | undefined;
}

/** `message` is one line that names the variable to set. */
export class SpeechSettingsError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SpeechSettingsError';
  }
}

const { pollIntervalMs, callTimeoutMs, audioTimeoutMs, totalTimeoutMs } = limits.speech;
const defaultTiming: SpeechTiming = { pollIntervalMs, callTimeoutMs, audioTimeoutMs, totalTimeoutMs };
const assemblyaiUrl = 'https://api.assemblyai.com';
const assemblyaiModels = 'universal-3-pro,universal-2';
const openaiModel = 'whisper-1';

/** Throws SpeechSettingsError; reaches no network. */
export function createTranscriber(settings: SpeechSettings, timing: Partial<SpeechTiming> = {}): Transcriber {
  const times = { ...defaultTiming, ...timing };
  switch (settings.provider?.trim() || chooseProvider(settings)) {
    case 'assemblyai':
      return createAssemblyAI(
        {
          apiKey: requireKey('ASSEMBLYAI_API_KEY', settings.assemblyaiApiKey),
          baseUrl: requireUrl('ASSEMBLYAI_BASE_URL', settings.assemblyaiBaseUrl?.trim() || assemblyaiUrl),
          models: (settings.model?.trim() || assemblyaiModels).split(',').map((model) => model.trim()),
        },
        times,
      );
    case 'openai':
      return createOpenAI(
        {
          url: toTranscriptionUrl(requireUrl('SPEECH_BASE_URL', settings.baseUrl?.trim())),
          apiKey: settings.apiKey?.trim() ? requireKey('SPEECH_API_KEY', settings.apiKey) : null,
          model: settings.model?.trim() || openaiModel,
        },
        times,
      );
    case 'none':
      return none;
    default:
      throw new SpeechSettingsError('SPEECH_PROVIDER must be assemblyai, openai or none.');
  }
}

function chooseProvider({ assemblyaiApiKey, assemblyaiBaseUrl, baseUrl, apiKey }: SpeechSettings): string {
  if (assemblyaiApiKey?.trim()) return 'assemblyai';
  if (baseUrl?.trim()) return 'openai';
  // Half a configuration is a mistake, not a wish to have none.
  if (assemblyaiBaseUrl?.trim()) return 'assemblyai';
  return apiKey?.trim() ? 'openai' : 'none';
}

function requireKey(variable: string, value: string | undefined): string {
  const key = value?.trim();
  if (!key)
    throw new SpeechSettingsError(`${variable} is not set: transcription with this provider needs it.`);
  // fetch would refuse it as a header, and put it into the message of its error.
  if (!/^[\u0021-\u007E]+$/u.test(key)) {
    throw new SpeechSettingsError(
      `${variable} holds characters that no key has: set it again, without spaces.`,
    );
  }
  return key;
}

function requireUrl(variable: string, value: string | undefined): string {
  if (!value)
    throw new SpeechSettingsError(`${variable} is not set: transcription with this provider needs it.`);
  const url = URL.parse(value);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new SpeechSettingsError(`${variable} must be an address starting with http:// or https://.`);
  }
  // fetch would refuse them, and put them into the message of its error.
  if (url.username || url.password) {
    throw new SpeechSettingsError(`${variable} must not hold a user name or password.`);
  }
  return value.replace(/\/+$/u, '');
}

/** Servers are known by their root, by `…/v1`, or (whisper.cpp) by the path that takes the audio. */
function toTranscriptionUrl(baseUrl: string): string {
  if (/\/(inference|audio\/transcriptions)$/u.test(baseUrl)) return baseUrl;
  return `${baseUrl}${/\/v\d+$/u.test(baseUrl) ? '' : '/v1'}/audio/transcriptions`;
}
