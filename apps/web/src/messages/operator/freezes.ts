import { limits } from '@relato/contract/limits';
import { retention } from '@relato/contract/retention';

const dayFormat = new Intl.DateTimeFormat('es-ES', { dateStyle: 'long', timeZone: 'UTC' });

export const freezesText = {
  title: 'Conservado para una autoridad',
  hint: 'Una copia de cada historia y de su audio, también si se borra. La historia queda oculta.',
  label: 'Historias conservadas',
  loadFailed: 'No se pudo leer qué se conserva',
  none: 'No se conserva ninguna historia.',
  caseOf: (caseNumber: string) => `Caso ${caseNumber}`,
  untitled: 'Historia que no era pública',
  lastDay: (day: string) => `Hasta el ${dayFormat.format(new Date(day))}, incluido`,
  since: (createdAt: Date, by: string | null) =>
    `Desde el ${dayFormat.format(createdAt)}${by === null ? '' : `, por ${by}`}`,
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
  prolong: {
    open: 'Prolongar',
    openOf: (caseNumber: string) => `Prolongar: caso ${caseNumber}`,
    title: '¿Prolongar este caso?',
    hint: `Solo se puede una vez, y hasta ${retention.frozenStory.days} días desde el primero.`,
    until: 'Nuevo último día',
    now: (day: string) => `Ahora es el ${dayFormat.format(new Date(day))}.`,
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
