import type { Sign } from '@relato/contract/reactions/types';
import { formatList } from '../lists.ts';

const names: Readonly<Record<Sign, string>> = {
  heart: 'Corazón',
  laugh: 'Risa',
  tear: 'Lágrima',
  awe: 'Asombro',
  shiver: 'Escalofrío',
  hug: 'Abrazo',
};

const shorten = (words: string): string => (words.length > 40 ? `${words.slice(0, 39).trimEnd()}…` : words);

export const reactionsText = {
  names,
  leave: 'Dejar una señal',
  hint: 'También puedes mantener pulsada una palabra.',
  title: '¿Qué sentiste?',
  /** The label of the range of words that gets the sign. */
  span: 'La señal es de',
  kinds: { word: 'Esta palabra', sentence: 'Toda la frase', words: 'Estas palabras' },
  privacy: 'Solo quien cuenta la historia sabrá que fuiste tú.',
  takeBack: 'Pulsa otra vez tu señal para quitarla.',
  left: (words: string, sign: Sign | null) =>
    sign ? `Tu señal está en «${shorten(words)}»` : `Quitaste tu señal de «${shorten(words)}»`,
  /** The label of the button for a sign whose words are gone. */
  remove: (words: string) => `Quitar tu señal de «${shorten(words)}»`,
  received: 'Lo que sintieron',
  none: 'Aún no hay señales',
  loading: 'Cargando lo que sintieron…',
  loadMore: 'Ver más señales',
  quote: (text: string) => `«${text}»`,
  gone: 'Palabras que ya no están',
  /** The label of the button of a received sign. */
  playFrom: (time: string) => `Escuchar desde ${time}`,
  moments: (times: readonly string[]) => `Lo que más emociona está en ${formatList(times)}`,
  errors: {
    action: 'No se pudo guardar tu señal',
    load: 'No se pudo cargar lo que sintieron',
  },
} as const;
