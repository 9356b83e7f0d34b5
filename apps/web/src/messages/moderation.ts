import { limits } from '@relato/contract/limits';
import type { ModerationAction } from '@relato/contract/admin/types';
import type { CommunityRule } from '@relato/contract/appeals/statements';
import type { NoticeKind } from '@relato/contract/appeals/types';
import type { QueueStats, ReportStatus, WatchedField } from '@relato/contract/reports/types';
import type { Role } from '@relato/contract/users/types';
import { counted, formatDate } from './format.ts';
import { sessionText } from './account/session.ts';

export const moderationText = {
  title: 'Moderación',
  operator: 'Operador',
  tabs: { reports: 'Reportes', appeals: 'Apelaciones', users: 'Personas', log: 'Registro' },
  tabList: 'Secciones de moderación',
  loading: 'Cargando',
  loadFailed: 'No se pudo cargar la lista',
  failed: 'No se pudo guardar la decisión',
  happened: (what: string, by: string) => `Ya lo hizo ${by}: ${what.toLowerCase()}`,
  somebody: 'otra persona',
  anonymous: 'Usuario',
  reports: {
    label: 'Historias reportadas',
    filter: 'Estado de los reportes',
    open: 'Por decidir',
    statuses: {
      pending: 'Pendiente',
      reviewing: 'En revisión',
      resolved: 'Resuelto',
      dismissed: 'Descartado',
    } satisfies Record<ReportStatus, string>,
    filters: {
      pending: 'Pendientes',
      reviewing: 'En revisión',
      resolved: 'Resueltos',
      dismissed: 'Descartados',
    },
    empty: { title: 'Nada que revisar', text: 'Cuando alguien reporte una historia, aparecerá aquí.' },
    count: (count: number) => counted(count, 'reporte', 'reportes'),
    reason: (reason: string, count: number) => (count === 1 ? reason : `${reason} · ${count}`),
    byMachine: 'La puso aquí una máquina, por palabras vigiladas',
    watched: 'Palabras vigiladas',
    fields: {
      title: 'en el título',
      tags: 'en una etiqueta',
      name: 'en un nombre',
      transcript: 'en lo que se dice',
      comment: 'en un comentario',
      explanation: 'en la explicación de una palabra',
    } satisfies Record<WatchedField, string>,
    find: (word: string, list: string, where: string) => `«${word}» de la lista ${list}, ${where}`,
    heard: (time: string) => `Escuchar desde ${time}`,
    hasWatched: 'Palabra vigilada',
    first: 'Primera historia',
    waiting: 'Espera a publicarse',
    firstUntitled: 'Primera historia de esta cuenta',
    firstHint:
      'Es la primera historia de su autora o autor. Si cumple las normas, publícala; si no, ocúltala con su motivo.',
    firstUnseen: 'Es la primera historia de su autora o autor. La ve quien la revisa.',
    letsInMore: (count: number) =>
      count === 1
        ? 'Con ella se publica otra historia suya que espera.'
        : `Con ella se publican otras ${count} historias suyas que esperan.`,
    place: (time: string, count: number) =>
      count === 1 ? `Desde ${time}` : `Desde ${time} · ${count} reportes`,
    since: (first: string) => `Desde ${first}`,
    reviewer: (name: string) => `La revisa ${name}`,
    decider: (name: string) => `Decidió ${name}`,
    note: (note: string) => `Nota: ${note}`,
    hidden: 'Oculta',
    private: 'Privada',
    suspended: 'Cuenta suspendida',
    untitled: 'Historia retirada',
    next: 'Recibir el siguiente caso',
    noneLeft: 'No hay ningún caso para ti',
    privateHint: (hours: number) =>
      `Su autora o autor la retiró. Solo la ve quien recibe el caso de la cola, hasta ${hours} horas después del reporte. También sin verla se pueden descartar los reportes.`,
    opensUntil: (date: string) =>
      `Su autora o autor la retiró. Hasta el ${date} la ves como fue reportada, y queda anotado.`,
    hiddenHint: 'Así era cuando se ocultó. Lo que su autora o autor cambió después se ve cuando apela.',
    storyFailed: 'No se pudo cargar la historia',
    comments: 'Comentarios',
    noComments: 'Sin comentarios',
    removeComment: (name: string) => `Quitar el comentario de ${name}`,
  },
  actions: {
    review: 'Revisar',
    hide: 'Ocultar',
    keep: 'Conservar',
    letIn: 'Publicar',
    dismiss: 'Descartar',
    restore: 'Volver a mostrar',
    suspend: 'Suspender',
    suspendAuthor: 'Suspender cuenta',
    restoreUser: 'Levantar suspensión',
    clearProfile: 'Vaciar el perfil',
    grant: 'Aceptar',
    reject: 'Rechazar',
    help: 'Atajos de teclado',
  },
  decisions: {
    hide: { title: 'Ocultar la historia', hint: 'Su autora o autor leerá este motivo y podrá apelar.' },
    keep: { title: 'Conservar la historia', hint: 'Queda anotado; los reportes se dan por resueltos.' },
    letIn: {
      title: 'Publicar la historia',
      hint: 'Se publica ahora, y las siguientes de esta cuenta ya no esperan. Queda anotado.',
    },
    dismiss: { title: 'Descartar los reportes', hint: 'Queda anotado; la historia sigue como está.' },
    restore: { title: 'Volver a mostrar la historia', hint: 'Su autora o autor leerá este motivo.' },
    removeComment: {
      title: 'Quitar el comentario',
      hint: 'Quien lo escribió leerá este motivo y podrá apelar.',
    },
    removeExplanation: {
      title: 'Quitar la explicación',
      hint: 'Quien la escribió leerá este motivo y podrá apelar.',
    },
    suspend: {
      title: 'Suspender la cuenta',
      hint: 'Se cierran sus sesiones y se ocultan sus historias. Recibirá este motivo por correo o, si no tiene, lo leerá al intentar entrar.',
    },
    clearProfile: {
      title: 'Vaciar el perfil',
      hint: 'Se quitan su foto y lo que dice de sí. Leerá este motivo, y podrá poner otros.',
    },
    restoreUser: { title: 'Levantar la suspensión', hint: 'Vuelven sus historias. Leerá este motivo.' },
    grant: {
      title: 'Aceptar la apelación',
      hint: 'La decisión se deshace. Quien apeló leerá esta respuesta.',
    },
    reject: {
      title: 'Rechazar la apelación',
      hint: 'La decisión sigue en pie. Quien apeló leerá esta respuesta.',
    },
    reason: 'Motivo',
    rule: 'Norma que incumple',
    ruleMissing: 'Elige la norma que incumple',
    presets: 'Motivos frecuentes',
    confirm: 'Confirmar',
    cancel: 'Cancelar',
    done: 'Decisión guardada',
  },
  presets: {
    harm: [
      'Contenido inapropiado para la comunidad',
      'Spam o publicidad',
      'Acoso o bullying',
      'Contenido ofensivo',
      'Desinformación',
    ],
    rules: {
      'Contenido inapropiado para la comunidad': 'harm',
      'Spam o publicidad': 'spam',
      'Acoso o bullying': 'respect',
      'Contenido ofensivo': 'respect',
      Desinformación: 'harm',
    } as Readonly<Record<string, CommunityRule>>,
    welcome: ['Cumple las normas'],
    harmless: ['No incumple las normas', 'El reporte no tiene fundamento'],
    mercy: ['Revisamos la decisión y era un error', 'Ya no incumple las normas'],
    firm: ['Revisamos la decisión y se mantiene'],
  },
  appeals: {
    label: 'Apelaciones por decidir',
    empty: { title: 'Sin apelaciones', text: 'Cuando alguien apele una decisión, aparecerá aquí.' },
    kinds: {
      story_hidden: 'Historia oculta',
      story_restored: 'Historia visible de nuevo',
      comment_removed: 'Comentario quitado',
      explanation_removed: 'Explicación quitada',
      account_suspended: 'Cuenta suspendida',
      account_restored: 'Cuenta activa de nuevo',
      profile_cleared: 'Perfil vaciado',
      report_hidden: 'Reporte: historia oculta',
      report_kept: 'Reporte: la historia sigue',
      report_closed: 'Reporte: cerrado',
    } satisfies Record<NoticeKind, string>,
    reason: (reason: string, by: string) => `Motivo de ${by}: ${reason}`,
    ownDecision: 'La decide otra persona del equipo.',
    notBack: {
      title: 'Lo quitado no pudo volver',
      text: 'La apelación está aceptada, pero su sitio ya no está o ya está ocupado. Quien apeló lo leerá en su aviso.',
    },
    story: 'Escuchar la historia',
  },
  users: {
    label: 'Personas',
    search: 'Buscar personas...',
    empty: { title: 'Nadie con ese nombre', text: 'Prueba con otra parte del nombre.' },
    roles: { user: 'Usuario', moderator: 'Moderación', administrator: 'Administración' },
    counts: (stories: number, comments: number, reports: number) =>
      [
        counted(stories, 'historia', 'historias'),
        counted(comments, 'comentario', 'comentarios'),
        counted(reports, 'reporte abierto', 'reportes abiertos'),
      ].join(' · '),
    suspended: (reason: string) => `Suspendida: ${reason}`,
  },
  log: {
    label: 'Registro de moderación',
    empty: { title: 'Nada todavía', text: 'Cada decisión queda anotada aquí, y nadie puede cambiarla.' },
    actions: {
      'read-story': 'Leyó una historia que no es pública',
      'hear-story': 'Escuchó una historia que no es pública',
      'assign-reports': 'Recibió el caso de la cola',
      'review-reports': 'Empezó a revisar',
      'resolve-reports': 'Resolvió los reportes',
      'dismiss-reports': 'Descartó los reportes',
      'hide-story': 'Ocultó la historia',
      'let-story-in': 'Dejó publicar la primera historia',
      'restore-story': 'Volvió a mostrar la historia',
      'freeze-story': 'Conservó la historia para una autoridad',
      'prolong-freeze': 'Cambió hasta cuándo se conserva para una autoridad',
      'end-freeze': 'Terminó de conservarla para una autoridad',
      'remove-comment': 'Quitó el comentario',
      'remove-explanation': 'Quitó la explicación de una palabra',
      'suspend-user': 'Suspendió la cuenta',
      'restore-user': 'Levantó la suspensión',
      'clear-profile': 'Vació el perfil',
      'set-role': 'Cambió el papel',
      'grant-appeal': 'Aceptó la apelación',
      'reject-appeal': 'Rechazó la apelación',
      'set-flags': 'Cambió los ajustes',
      announce: 'Anunció a todas las personas',
      'end-announcement': 'Quitó el anuncio',
      'save-watched-list': 'Guardó una lista de palabras',
      'try-watched-list': 'Probó una lista de palabras',
      'start-watched-list': 'Activó una lista de palabras',
      'stop-watched-list': 'Desactivó una lista de palabras',
      'delete-watched-list': 'Borró una lista de palabras',
      'retry-inspection': 'Volvió a comprobar la grabación',
      'drop-inspection': 'Descartó la grabación que no se pudo comprobar',
      'retry-transcription': 'Reintentó la transcripción',
      'repeat-transcriptions': 'Volvió a transcribir',
      'retry-job': 'Reintentó una tarea que no se pudo completar',
      'drop-job': 'Descartó una tarea que no se pudo completar',
      // Old lines of the log, from when only mails could be retried.
      'retry-mail': 'Reintentó un correo que no se pudo entregar',
      'drop-mail': 'Descartó un correo que no se pudo entregar',
      'repair-counters': 'Reparó los contadores',
      'repair-storage': 'Reparó la copia de una grabación',
    } satisfies Record<ModerationAction | 'retry-mail' | 'drop-mail', string> as Readonly<
      Record<string, string>
    >,
    roles: { user: 'Usuario', moderator: 'Moderación', administrator: 'Administración' } satisfies Record<
      Role,
      string
    > as Readonly<Record<string, string>>,
    atServer: ', en el servidor',
    flag: (name: string, isOn: boolean) =>
      `${{ showDownvotes: 'Votos negativos', recordOnly: 'Solo grabar', reviewFirstStory: 'Revisar la primera historia' }[name] ?? name}: ${isOn ? 'sí' : 'no'}`,
    repaired: (table: string, count: number) =>
      `${table === 'stories' ? 'Historias' : 'Perfiles'}: ${counted(count, 'contador', 'contadores')}`,
    repeated: (count: number) => counted(count, 'grabación', 'grabaciones'),
    story: 'Ver la historia',
  },
  shortcuts: {
    title: 'Atajos de teclado',
    keys: [
      ['j', 'Siguiente historia'],
      ['k', 'Historia anterior'],
      ['n', 'Recibir el siguiente caso'],
      ['e', 'Escuchar o pausar'],
      ['r', 'Revisar'],
      ['o', 'Ocultar'],
      ['c', 'Conservar'],
      ['d', 'Descartar'],
      ['s', 'Suspender la cuenta'],
      ['?', 'Ver estos atajos'],
    ],
  },
} as const;

/** Returns the name of a user as moderators see it; users without a username are anonymous. */
export const toPersonName = (username: string | null | undefined): string =>
  username ? sessionText.author(username) : moderationText.anonymous;

const hourMs = 3_600_000;

/** Rounds up, so that no time seems shorter than it was. */
const toTime = (ms: number): string => {
  const hours = Math.max(1, Math.ceil(ms / hourMs));
  return hours <= 48 ? counted(hours, 'hora', 'horas') : counted(Math.ceil(hours / 24), 'día', 'días');
};

/** Returns how many cases wait, since when, and how fast reports of the last days were reviewed and decided. */
export const toQueueLine = ({ open, oldestAt, lookMs, decisionMs }: QueueStats): string =>
  [
    counted(open, 'caso por decidir', 'casos por decidir'),
    oldestAt && `el más antiguo es del ${formatDate(oldestAt)}`,
    lookMs !== null &&
      `en los últimos ${limits.report.statsDays} días, el 95 % de los reportes de personas se empezó a revisar en ${toTime(lookMs)} o menos`,
    decisionMs !== null && `el 95 % se decidió en ${toTime(decisionMs)} o menos`,
  ]
    .filter((part) => typeof part === 'string')
    .join('; ');
