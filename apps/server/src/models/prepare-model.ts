import { setTimeout as delay } from 'node:timers/promises';
import { retryWaitingTranscriptions, type Services } from '@relato/api';
import { findLocalFault } from '@relato/speech';
import type { Logger } from 'pino';
import type { Settings } from '../boot/env.ts';
import { describeModel } from './describe-model.ts';
import { startFetchingModel } from './fetch-model.ts';
import { openModelFolder } from './open-model-folder.ts';
import type { Closer } from '../boot/start-services.ts';
import { watchModels } from './watch-models.ts';

/**
 * Retries the transcriptions that wait for the operator: at the start, because settings change then, or whenever the
 * transcriber of this machine gets a model.
 */
export function wakeTranscriptions(settings: Settings, services: Services, logger: Logger): Closer {
  const wake = (): void => services.runInBackground(retryWaitingTranscriptions(services));
  if (services.transcriber.name === 'local') {
    const onError = (error: unknown): void => logger.error({ err: error }, 'watching for a model');
    return watchModels({ models: openModelFolder(settings), onModel: wake, onError });
  }
  wake();
  return async () => {};
}

/** Checks in the background whether this machine can transcribe, and fetches its model if it is missing and fetching is on. */
export function prepareModel(
  settings: Settings,
  services: Services,
  { logger, print }: { readonly logger: Logger; readonly print: (line: string) => void },
): Closer {
  if (settings.role === 'web' || services.transcriber.name !== 'local') return async () => {};
  const stop = startFetchingModel({
    models: openModelFolder(settings),
    mayFetch: settings.speech.fetchesModel,
    download: { baseUrl: settings.speech.modelBaseUrl },
    findFault: findLocalFault,
    print,
    onError: (error) => logger.error({ err: error }, 'fetching a model'),
  });
  return (left) => Promise.race([stop(), delay(left())]);
}

/** Returns a line with the transcriber, or with its missing part and the command that adds it. */
export async function describeTranscripts(settings: Settings, services: Services): Promise<string> {
  const { name } = services.transcriber;
  if (name === 'none') {
    const setting = settings.speech.provider === 'none' ? 'SPEECH_PROVIDER=none' : 'LOCAL_SPEECH=off';
    return `none (${setting}; docs/transcription.md has the choices)`;
  }
  if (name !== 'local') return name;
  if (settings.role === 'web') return 'by the workers';
  const models = openModelFolder(settings);
  const model = await models.find();
  if (model) return `on this machine, by ${describeModel(model.name)}`;
  return settings.speech.fetchesModel
    ? 'on this machine, as soon as its model is here'
    : `wait for a model: npm run model -- get ${await models.getWanted()}`;
}
