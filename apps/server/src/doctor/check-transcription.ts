import type { Services } from '@relato/api';
import type { ModelFolder } from '@relato/speech';
import type { Settings } from '../boot/env.ts';
import type { Examined } from './examined.ts';

export interface TranscriptionPlace {
  readonly services: Pick<Services, 'transcriber'>;
  readonly models: Pick<ModelFolder, 'find' | 'getWanted'>;
  readonly role: Settings['role'];
}

/** Checks that a local transcriber has its model. A remote provider is not tried, because each attempt costs money. */
export async function checkTranscription({ services, models, role }: TranscriptionPlace): Promise<Examined> {
  const { name } = services.transcriber;
  if (name === 'none') return { found: 'none, as the settings say' };
  if (name !== 'local') return { found: `${name}, which is not tried here` };
  if (role === 'web') return { found: 'by the workers, whose models this server does not see' };
  const model = await models.find();
  return model
    ? { found: `on this machine, by ${model.name}` }
    : { found: 'the model is missing', advice: `npm run model -- get ${await models.getWanted()}` };
}
