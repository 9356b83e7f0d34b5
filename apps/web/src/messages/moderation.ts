import type { NoticeKind } from '@relato/contract/appeals/types';
import type { ReportStatus } from '@relato/contract/reports/types';
import { counted } from './format.ts';
import { sessionText } from './account/session.ts';

/** The texts of the moderators' screen. */
export const moderationText = {
  title: 'Moderación',
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
    dismiss: 'Descartar',
    restore: 'Volver a mostrar',
    suspend: 'Suspender',
    suspendAuthor: 'Suspender cuenta',
    restoreUser: 'Levantar suspensión',
    grant: 'Aceptar',
    reject: 'Rechazar',
    help: 'Atajos de teclado',
  },
  decisions: {
    hide: { title: 'Ocultar la historia', hint: 'Su autora o autor leerá este motivo y podrá apelar.' },
    keep: { title: 'Conservar la historia', hint: 'Queda anotado; los reportes se dan por resueltos.' },
    dismiss: { title: 'Descartar los reportes', hint: 'Queda anotado; la historia sigue como está.' },
    restore: { title: 'Volver a mostrar la historia', hint: 'Su autora o autor leerá este motivo.' },
    removeComment: {
      title: 'Quitar el comentario',
      hint: 'Quien lo escribió leerá este motivo y podrá apelar.',
    },
    suspend: {
      title: 'Suspender la cuenta',
      hint: 'Se cierran sus sesiones y se ocultan sus historias. Recibirá este motivo por correo.',
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
      account_suspended: 'Cuenta suspendida',
      account_restored: 'Cuenta activa de nuevo',
    } satisfies Record<NoticeKind, string>,
    reason: (reason: string, by: string) => `Motivo de ${by}: ${reason}`,
    ownDecision: 'La decide otra persona del equipo.',
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
      'restore-story': 'Volvió a mostrar la historia',
      'remove-comment': 'Quitó el comentario',
      'suspend-user': 'Suspendió la cuenta',
      'restore-user': 'Levantó la suspensión',
      'set-role': 'Cambió el papel',
      'grant-appeal': 'Aceptó la apelación',
      'reject-appeal': 'Rechazó la apelación',
      'set-flags': 'Cambió los ajustes',
      'retry-inspection': 'Volvió a comprobar la grabación',
      'drop-inspection': 'Descartó la grabación que no se pudo comprobar',
      'retry-transcription': 'Reintentó la transcripción',
      'repeat-transcriptions': 'Volvió a transcribir',
      'retry-job': 'Reintentó una tarea que no se pudo completar',
      'drop-job': 'Descartó una tarea que no se pudo completar',
      // Lines of the log from before there were other jobs to retry.
      'retry-mail': 'Reintentó un correo que no se pudo entregar',
      'drop-mail': 'Descartó un correo que no se pudo entregar',
      'repair-counters': 'Reparó los contadores',
      'repair-storage': 'Reparó la copia de una grabación',
    } as Readonly<Record<string, string>>,
    roles: { user: 'Usuario', moderator: 'Moderación', administrator: 'Administración' } as Readonly<
      Record<string, string>
    >,
    atServer: ', en el servidor',
    flag: (name: string, isOn: boolean) =>
      `${{ showDownvotes: 'Votos negativos', recordOnly: 'Solo grabar' }[name] ?? name}: ${isOn ? 'sí' : 'no'}`,
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
