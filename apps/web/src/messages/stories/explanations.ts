import type { CorrectionOutcome } from '@relato/contract/corrections/types';
import type { Region } from '@relato/contract/corrections/regions';
import { limits } from '@relato/contract/limits';
import { regionNames } from '@relato/contract/text/region-names';
import { formatList } from '../lists.ts';

const { maxRegions } = limits.explanations;

export const explanationsText = {
  explain: 'Explicar esta palabra',
  title: '¿Qué quiere decir?',
  quote: (word: string) => `«${word}»`,
  field: 'Lo que quiere decir',
  /** The label of a proposed explanation, for screen readers. */
  means: 'Quiere decir',
  example: 'Por ejemplo: autobús',
  where: 'Dónde se dice así',
  whereHint: `Elige hasta ${maxRegions} regiones.`,
  hint: 'La verán todos si quien cuenta la historia la acepta.',
  ownHint: 'La verán todos al momento si la historia es pública.',
  listen: 'Escuchar estas palabras',
  send: 'Enviar',
  save: 'Guardar',
  done: {
    waiting: 'Gracias. Tu explicación ya está enviada.',
    applied: 'La palabra ya está explicada',
  } satisfies Record<CorrectionOutcome, string>,
  regionsOf: (regions: readonly Region[]) => formatList(regions.map((region) => regionNames[region])),
  /** Shown at the word, and read by screen readers. */
  said: (word: string, explanation: string, regions: string) => `${word}: ${explanation} (${regions})`,
  ofStory: 'Palabras explicadas',
  count: (count: number) => `Palabras explicadas (${count})`,
  waiting: 'Espera a quien cuenta la historia.',
  by: 'La explicó ',
  remove: 'Quitar',
  removeWord: (word: string) => `Quitar la explicación de «${word}»`,
  takeBack: 'Retirar',
  takeBackWord: (word: string) => `Retirar tu explicación de «${word}»`,
  removal: {
    title: '¿Quitar esta explicación?',
    text: (word: string, explanation: string) => `«${word}: ${explanation}» se quitará de la historia.`,
  },
  removed: 'Explicación quitada',
  none: 'Ya no hay palabras explicadas',
  all: 'Ver todas las palabras',
  words: 'Palabras de la tierra',
  intro: 'Lo que se dice en cada región, explicado por quienes lo usan. Toca ▸ para oír la palabra.',
  regions: 'Regiones',
  everywhere: 'Todas',
  hear: (word: string) => `Escuchar «${word}»`,
  hearIn: (word: string, title: string) => `Escuchar «${word}» en «${title}»`,
  voice: (title: string, author: string) => `${title} · ${author}`,
  loading: 'Cargando las palabras…',
  loadMore: 'Ver más palabras',
  noneYet: 'Todavía no hay palabras explicadas aquí',
  howTo: 'En una historia, mantén pulsada una palabra y elige «Explicar esta palabra».',
  noRegion: {
    title: 'No conocemos esa región',
    text: 'Quizá el enlace está incompleto.',
    link: 'Ir a la comunidad',
  },
  errors: {
    send: 'No se pudo enviar tu explicación',
    remove: 'No se pudo quitar la explicación',
    load: 'No se pudieron cargar las palabras',
  },
} as const;
