import { limits } from '@relato/contract/limits';
import { retention } from '@relato/contract/retention';
import type { FrozenStory } from '@relato/contract/stories/types';
import { counted, formatDate } from '../format.ts';
import { formatDay } from './days.ts';

export const freezesText = {
  title: 'Conservado para una autoridad',
  hint: 'Una copia de cada historia y de su audio, también si se borra. La historia queda oculta.',
  label: 'Historias conservadas',
  loadFailed: 'No se pudo leer qué se conserva',
  none: 'No se conserva ninguna historia.',
  caseOf: (caseNumber: string) => `Caso ${caseNumber}`,
  untitled: 'Historia que no era pública',
  lastDay: (day: string) => `Hasta el ${formatDay(day)}, incluido`,
  since: (createdAt: Date, by: string | null) =>
    `Desde el ${formatDate(createdAt)}${by === null ? '' : `, por ${by}`}`,
  storyOf: (id: string) => `Historia ${id}`,
  prolonged: 'Prolongado',
  gone: 'Historia borrada',
  own: 'Es una historia tuya, así que lo decide otra persona de administración.',
  cancel: 'Cancelar',
  add: {
    open: 'Conservar una historia',
    hint: 'La copia se guarda hasta el final del último día, y la historia se oculta ahora.',
    story: 'Enlace o id de la historia',
    storyWrong: 'Pega el enlace de la historia, o su id',
    caseNumber: 'Número del caso',
    caseHint: 'Solo lo ve administración.',
    until: 'Último día',
    untilHint: `De hoy a ${limits.freeze.maxDays} días. Luego se puede prolongar una vez.`,
    reason: 'Motivo para ocultarla',
    reasonHint: 'Lo leerá su autora o autor. Si debes guardar secreto, no nombres a la autoridad.',
    confirm: 'Conservar y ocultar',
    done: 'Historia conservada',
    failed: 'No se conservó',
  },
  copy: {
    open: 'Ver la copia',
    openOf: (caseNumber: string) => `Ver la copia: caso ${caseNumber}`,
    title: 'La copia',
    hint: 'Así era la historia cuando se conservó. Queda en el registro que la viste.',
    loading: 'Cargando la copia',
    loadFailed: 'No se pudo leer la copia',
    facts: (isPublic: boolean, duration: string, createdAt: string) =>
      `${isPublic ? 'Pública' : 'No pública'} · ${duration} · ${createdAt}`,
    tags: (tags: readonly string[]) => `Etiquetas: ${tags.join(', ')}`,
    author: 'Autora o autor',
    authorOf: ({ id, username, email }: FrozenStory['author']) =>
      [username === null ? null : `@${username}`, email, id].filter((known) => known !== null).join(' · '),
    transcript: 'Texto',
    untranscribed: 'Sin texto.',
    comments: (count: number) =>
      count === 0 ? 'Sin comentarios' : counted(count, 'comentario', 'comentarios'),
    said: (name: string, at: string) => `${name} · ${at}`,
    files: {
      title: 'Archivos',
      hint: 'Con estos nombres está el audio en el almacén del servidor.',
      original: 'Original',
      sha256: 'Huella del original',
      playback: 'Copia para escuchar',
      none: 'Ninguno',
    },
  },
  prolong: {
    open: 'Prolongar',
    openOf: (caseNumber: string) => `Prolongar: caso ${caseNumber}`,
    title: '¿Prolongar este caso?',
    hint: `Solo se puede una vez, y hasta ${retention.frozenStory.days} días desde el primero.`,
    until: 'Nuevo último día',
    now: (day: string) => `Ahora es el ${formatDay(day)}.`,
    /** The author reads this if the freeze has ended meanwhile and the story shows again. */
    reason: 'La historia se oculta mientras se revisa.',
    done: 'Caso prolongado',
    failed: 'No se prolongó',
  },
  end: {
    open: 'Terminar',
    openOf: (caseNumber: string) => `Terminar: caso ${caseNumber}`,
    title: '¿Terminar antes de su día?',
    hint: 'La copia se borra para siempre, y con ella el audio de una historia borrada. Si la historia sigue ahí, queda oculta hasta que alguien de moderación la vuelva a mostrar.',
    confirm: 'Terminar y borrar la copia',
    done: 'Ya no se conserva',
    failed: 'No se terminó',
  },
} as const;
