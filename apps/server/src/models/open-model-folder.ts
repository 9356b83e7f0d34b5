import { join } from 'node:path';
import { createModelFolder, type ModelFolder } from '@relato/speech';
import type { Settings } from '../boot/env.ts';

/** Opens the folder of the models that the local transcriber chooses from. */
export const openModelFolder = ({ dataDir, speech }: Pick<Settings, 'dataDir' | 'speech'>): ModelFolder =>
  createModelFolder({ directory: join(dataDir, 'models'), chosen: speech.model });
