import type { Region } from '../corrections/regions.ts';
import { regionNames } from './region-names.ts';

// Separate from the titles of other pages, because the first screens do not need the names of regions.

export const toWordsTitle = (region: Region | undefined): string =>
  region ? `Palabras de la tierra · ${regionNames[region]} – Relato` : 'Palabras de la tierra – Relato';

export const toWordsDescription = (region: Region | undefined): string =>
  region
    ? `Palabras que se dicen así: ${regionNames[region]}. Explicadas por quienes las usan, y en su propia voz.`
    : 'Palabras de cada región del español, explicadas por quienes las usan, y en su propia voz.';
