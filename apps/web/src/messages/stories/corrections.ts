import { limits } from '@relato/contract/limits';
import type { CorrectionOutcome } from '@relato/contract/corrections/types';
import { toListParts } from '../lists.ts';

const { agreeing, maxWords } = limits.corrections;

export const correctionsText = {
  correct: 'Corregir estas palabras',
  tooMany: `Para corregir, elige hasta ${maxWords} palabras.`,
  review: 'Revisar palabras dudosas',
  doubt: '¿Oíste bien?',
  title: '¿Qué se dijo?',
  quote: (text: string) => `«${text}»`,
  listen: 'Escuchar estas palabras',
  before: 'Añadir la palabra de antes',
  after: 'Añadir la palabra de después',
  field: 'Lo que se dijo',
  hint: 'Decide quien cuenta la historia, o sus oyentes si así lo quiere.',
  ownHint: 'El texto cambia al momento.',
  send: 'Enviar',
  save: 'Guardar',
  done: {
    waiting: 'Gracias. Tu corrección ya está enviada.',
    applied: 'El texto ya está corregido',
  } satisfies Record<CorrectionOutcome, string>,
  thanks: 'Texto cuidado por ',
  /** The names in parts, with commas and the last 'y' between them. */
  names: (usernames: readonly string[], others: number) =>
    toListParts([...usernames.map((username) => `@${username}`), ...(others > 0 ? [`${others} más`] : [])]),
  received: 'Propuestas',
  waiting: (count: number) => (count === 0 ? 'Propuestas' : `Propuestas (${count})`),
  none: 'No hay propuestas por revisar',
  inText: 'Ya en el texto',
  noneInText: 'Todavía ninguna',
  loading: 'Cargando las propuestas…',
  loadMore: 'Ver más propuestas',
  /** The labels of the two texts of a proposal, for screen readers. */
  reads: 'Pone',
  sounds: 'Se oye',
  outdated: 'El texto ya cambió aquí.',
  accept: 'Aceptar',
  decline: 'Descartar',
  states: { accepted: 'Aceptada', declined: 'Descartada', closed: 'Ya está resuelta' },
  listenersDecide: 'Que decidan los oyentes',
  listenersDecideHint: `Si ${agreeing} personas que llevan al menos ${limits.newcomer.days} días aquí proponen lo mismo, el texto cambia sin esperarte.`,
  errors: {
    send: 'No se pudo enviar tu corrección',
    decide: 'No se pudo guardar tu decisión',
    load: 'No se pudieron cargar las propuestas',
    listenersDecide: 'No se pudo cambiar quién decide',
  },
} as const;
