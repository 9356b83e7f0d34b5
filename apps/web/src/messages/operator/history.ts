import { formatCount } from '../format.ts';
import { formatDay } from './days.ts';
import { toSize } from './overview.ts';

const shortDayFormat = new Intl.DateTimeFormat('es-ES', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `30 h` */
const toHours = (hours: number): string => `${formatCount(Math.round(hours))} h`;

/** A value as text, and its day. */
type Told = readonly [value: string, day: string];

export const historyText = {
  title: 'Día a día',
  loading: 'Cargando los días',
  loadFailed: 'No se pudieron leer los días',
  none: (days: number) =>
    `Todavía no hay nada que dibujar: hacen falta dos días medidos, y ${days === 0 ? 'no hay ninguno' : 'hay uno'}.`,
  shortDay: (day: string) => shortDayFormat.format(new Date(day)),
  size: toSize,
  count: formatCount,
  hours: toHours,
  disk: 'Disco ocupado',
  database: 'Base de datos',
  users: 'Personas',
  publicStories: 'Historias públicas',
  allStories: 'Todas las historias',
  fromTo: ([first, firstDay]: Told, [last, lastDay]: Told) =>
    `De ${first} el ${formatDay(firstDay)} a ${last} el ${formatDay(lastDay)}.`,
  forecast: {
    name: 'Si sigue así',
    tell: (bytes: number, day: string) => `Si sigue así, ${toSize(bytes)} el ${formatDay(day)}.`,
  },
  reports: {
    title: 'Espera del reporte más antiguo',
    longest: (hours: number, day: string) =>
      hours === 0 ? 'Ninguno esperaba al medir.' : `La más larga: ${toHours(hours)}, el ${formatDay(day)}.`,
  },
  numbers: {
    open: 'Los números de cada día',
    day: 'Día',
    columns: ['Disco', 'Base de datos', 'Personas', 'Públicas', 'Todas', 'Espera'],
    unknown: '–',
  },
} as const;
