import { limits } from '@relato/contract/limits';
import { counted, formatCount } from '../format.ts';

export const subjectsText = {
  title: 'Tema',
  loading: 'Cargando tema...',
  stories: (name: string) => `Historias de ${name}`,
  heard: (name: string) => `las historias de «${name}»`,
  voices: 'Voces más votadas',
  related: 'Temas cercanos',
  gone: {
    title: 'Aún no hay historias de este tema',
    text: 'Quizá la tuya sea la primera.',
    link: 'Escuchar otras historias',
  },
  noneFollowed: {
    title: 'Nada de quienes sigues',
    text: 'Nadie a quien sigas ha contado algo de este tema.',
  },
  noneShown: {
    title: 'Nada que puedas oír',
    text: 'Las historias de este tema están ocultas para ti, por un bloqueo o un silencio, o ya no están.',
  },
  errors: { load: 'No se pudo cargar el tema' },
} as const;

/** `1 historia`, `12 historias` */
export const formatStories = (count: number): string => counted(count, 'historia', 'historias');

/** Formats a number that is counted up to a limit: `Más de 1.000 historias`. */
export const countStories = (count: number): string =>
  count > limits.subject.maxCounted
    ? `Más de ${formatCount(limits.subject.maxCounted)} historias`
    : formatStories(count);
