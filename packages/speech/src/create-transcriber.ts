import { speechLimits } from '@relato/contract';
import { OperatorError } from '@relato/contract/operator-error';
import { assemblyaiModels, createAssemblyAI } from './assemblyai.ts';
import { createOpenAI, openaiModel } from './openai.ts';
import { modelName, type ModelFolder } from './models/model-folder.ts';
import { createLocal } from './local/create-local.ts';
import { SpeechError } from './speech-error.ts';
import type { SpeechTiming, Transcriber } from './transcriber.ts';

/** The settings from the environment. An empty value counts as missing. */
interface SpeechSettings {
  /**
   * SPEECH_PROVIDER: `assemblyai`, `openai`, `local` or `none`. The default is the configured one, AssemblyAI first, or else
   * `local` unless LOCAL_SPEECH turns it off.
   */
  readonly provider?: string | undefined;
  /** LOCAL_SPEECH: if false, this machine transcribes only if `provider` says so. */
  readonly local?: boolean | undefined;
  /** ASSEMBLYAI_API_KEY */
  readonly assemblyaiApiKey?: string | undefined;
  /** ASSEMBLYAI_BASE_URL */
  readonly assemblyaiBaseUrl?: string | undefined;
  /** SPEECH_BASE_URL, with or without `/v1`. */
  readonly baseUrl?: string | undefined;
  /** SPEECH_API_KEY */
  readonly apiKey?: string | undefined;
  /** SPEECH_MODEL; for AssemblyAI a comma-separated list in order of preference, for `local` one of `npm run model -- list`. */
  readonly model?: string | undefined;
}

interface TranscriberOptions {
  readonly timing?: Partial<SpeechTiming>;
  /** The folder in which the local transcriber finds its model. */
  readonly models?: Models;
}

type Models = Pick<ModelFolder, 'find' | 'findTold'>;

/** The settings are invalid. `message` is one line that names the variable to set. */
export class SpeechSettingsError extends OperatorError {
  constructor(message: string) {
    super(message);
    this.name = 'SpeechSettingsError';
  }
}

const { pollIntervalMs, callTimeoutMs, audioTimeoutMs, totalTimeoutMs } = speechLimits;
const defaultTiming: SpeechTiming = { pollIntervalMs, callTimeoutMs, audioTimeoutMs, totalTimeoutMs };
const assemblyaiUrl = 'https://api.assemblyai.com';

/** Creates the configured transcriber, without network access. Throws SpeechSettingsError. */
export function createTranscriber(
  settings: SpeechSettings,
  { timing, models = noModels }: TranscriberOptions = {},
): Transcriber {
  const times = { ...defaultTiming, ...timing };
  switch (chooseProvider(settings)) {
    case 'assemblyai':
      return createAssemblyAI(
        {
          apiKey: requireKey('ASSEMBLYAI_API_KEY', settings.assemblyaiApiKey),
          baseUrl: requireUrl('ASSEMBLYAI_BASE_URL', settings.assemblyaiBaseUrl?.trim() || assemblyaiUrl),
          models: settings.model?.trim()
            ? settings.model.split(',').map((model) => model.trim())
            : assemblyaiModels,
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
    case 'local':
      requireModelName(settings.model?.trim());
      return createLocal({ findModel: models.find, findTold: models.findTold });
    case 'none':
      return none;
    default:
      throw new SpeechSettingsError('SPEECH_PROVIDER must be assemblyai, openai, local or none.');
  }
}

const noModels: Models = { find: async () => null, findTold: async () => null };

/** Returns the provider that these settings choose. */
export function chooseProvider(settings: SpeechSettings): string {
  const { provider, local, assemblyaiApiKey, assemblyaiBaseUrl, baseUrl, apiKey } = settings;
  if (provider?.trim()) return provider.trim();
  if (assemblyaiApiKey?.trim()) return 'assemblyai';
  if (baseUrl?.trim()) return 'openai';
  // An incomplete configuration must fail instead of turning transcription off.
  if (assemblyaiBaseUrl?.trim()) return 'assemblyai';
  if (apiKey?.trim()) return 'openai';
  return local === false ? 'none' : 'local';
}

function requireModelName(name: string | undefined): void {
  if (!name || modelName.safeParse(name).success) return;
  throw new SpeechSettingsError("SPEECH_MODEL must be a name that 'npm run model -- list' shows.");
}

function requireKey(variable: string, value: string | undefined): string {
  const key = value?.trim();
  if (!key)
    throw new SpeechSettingsError(`${variable} is not set: transcription with this provider needs it.`);
  // As a header, fetch would reject it and quote it in the message of its error.
  if (!/^[\u0021-\u007E]+$/u.test(key)) {
    throw new SpeechSettingsError(
      `${variable} contains characters that are not allowed in a key: set it again, without spaces.`,
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
  // fetch would reject them and quote them in the message of its error.
  if (url.username || url.password) {
    throw new SpeechSettingsError(`${variable} must not contain a user name or password.`);
  }
  return value.replace(/\/+$/u, '');
}

/** Accepts the root of a server, its `…/v1`, or (for whisper.cpp) the full path that receives the audio. */
function toTranscriptionUrl(baseUrl: string): string {
  if (/\/(inference|audio\/transcriptions)$/u.test(baseUrl)) return baseUrl;
  return `${baseUrl}${/\/v\d+$/u.test(baseUrl) ? '' : '/v1'}/audio/transcriptions`;
}

/** The transcriber without a provider: every recording waits until one is configured. */
const none: Transcriber = {
  name: 'none',
  transcribe: async () => {
    throw new SpeechError('off', 'No transcriber is configured', { trouble: 'setup' });
  },
  delete: async () => {},
};
