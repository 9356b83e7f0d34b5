import { counted } from '../format.ts';

/** The texts about recordings that exist only in this browser. */
export const draftsText = {
  title: 'Una grabación sin guardar',
  detail: (when: string, duration: string) => `${when} · ${duration} · a salvo en este dispositivo`,
  when: (day: string, time: string) => `${day}, ${time}`,
  today: 'Hoy',
  yesterday: 'Ayer',
  justNow: 'ahora mismo',
  recover: 'Recuperar',
  list: {
    title: 'Grabaciones sin guardar',
    count: (count: number, size: string) =>
      `${counted(count, 'grabación', 'grabaciones')} · ${size} en este dispositivo`,
    evictable: 'Tu navegador puede borrar lo que hay aquí si le falta espacio: guárdalo pronto.',
    untitled: (when: string) => `Sin título · ${when}`,
    disguised: 'Voz disfrazada',
    safe: 'A salvo en este dispositivo',
    due: 'A salvo en este dispositivo. Sube sola cuando haya conexión.',
    accountFull: 'A salvo en este dispositivo. Tu cuenta está llena: borra alguna historia y subirá sola.',
    serverBusy: 'A salvo en este dispositivo. El servidor no puede recibirla ahora: lo seguimos intentando.',
    tooOften: 'A salvo en este dispositivo. Enviaste muchas seguidas: subirá sola dentro de un rato.',
    networkFull:
      'A salvo en este dispositivo. Desde esta red llegaron hoy muchas de cuentas nuevas: subirá sola mañana, o antes desde otra red.',
    refused: 'A salvo en este dispositivo. El servidor no la acepta: puedes escucharla y descargarla.',
    unsaved: (reason: string) => `A salvo en este dispositivo. ${reason}`,
    onServer: 'A salvo en Relato, aún sin guardar',
    unfinished:
      'Solo el principio llegó a Relato. Si la grabaste en otro dispositivo, ábrelo: subirá entera.',
    delayed: {
      title: 'A salvo en Relato',
      text: 'Comprobarla tarda más de lo normal. Vuelve en un rato para guardarla.',
    },
    savedFromServer: 'Está en tu perfil, en privado.',
    saveFailed: 'No se pudo guardar la historia',
    uploading: (percent: string) => `Subiendo ${percent}`,
    continues: 'Sigue si cambias de pantalla',
    uploadLabel: 'Subida de la grabación',
    saved: 'Guardada',
    seeStories: 'Ver en mis historias',
    play: (title: string) => `Escuchar: ${title}`,
    download: (title: string) => `Descargar: ${title}`,
    remove: (title: string) => `Borrar: ${title}`,
    save: 'Guardar',
    artist: 'Relato',
    notPlayed: 'No se pudo abrir',
    deleting: {
      title: '¿Borrar la grabación?',
      text: (duration: string | null) =>
        `Esta grabación${duration === null ? '' : ` de ${duration}`} se borrará para siempre.`,
      keep: 'Conservar',
      remove: 'Borrar',
      failed: {
        title: 'No se pudo borrar',
        text: 'Esa grabación está abierta en otra pestaña, o este dispositivo no responde.',
      },
      /** Shown if the deleted recording proves to be saved. */
      isStory: {
        title: 'Ya era una historia',
        text: 'La grabación que quitaste ya estaba guardada y sigue en tu perfil. Si no la quieres, bórrala ahí.',
      },
    },
  },
  queued: { title: 'A salvo en este dispositivo', text: 'Tu historia sube sola cuando haya conexión.' },
  /** Shown if the browser has not promised to keep the draft. */
  queuedUntilEvicted: {
    title: 'Guardada en este dispositivo',
    text: 'Sube sola cuando haya conexión. Abre Relato pronto: tu navegador puede borrarla si le falta espacio.',
  },
  saved: 'Historia guardada',
  savedDetail: (count: number, isPrivate: boolean) =>
    `${count === 1 ? 'La grabación que quedaba en este dispositivo está' : `${count} grabaciones que quedaban en este dispositivo están`} en tu perfil${isPrivate ? ', en privado' : ''}.`,
  notRecovered: 'No se pudo recuperar',
  /** The reasons why a recording of this browser does not open. */
  unopened: {
    busy: 'La grabadora está ocupada con otra grabación. Termínala e inténtalo de nuevo.',
    held: 'Esa grabación está abierta en otra pestaña.',
    gone: 'Este dispositivo no encuentra el sonido de esa grabación.',
    unreadable: 'No pudimos leer esa grabación ahora. No se borró: inténtalo de nuevo.',
  },
} as const;
