import type { TranscriptionTrouble } from '@relato/contract/transcription/types';

/** The texts of the review: listening, writing and saving. */
export const recorderReviewText = {
  completed: (duration: string) => `Grabación completada: ${duration}`,
  processing: 'Procesando...',
  stopped: {
    person: null,
    limit: 'Llegaste a los 5 minutos, así que paramos aquí.',
    'microphone-lost': 'El micrófono se desconectó.',
    'recorder-error': 'El navegador dejó de grabar.',
  },
  cutShort: (duration: string) => `El archivo está cortado. Se recuperaron ${duration}.`,
  stoppedStored: 'Lo que grabaste hasta ahí está a salvo.',
  track: { title: 'Tu grabación', artist: 'Relato' },
  preparing: 'Preparando el sonido…',
  uploading: (percent: string) => `Subiendo ${percent}`,
  uploadLabel: 'Subida de la grabación',
  inspecting: 'Comprobando…',
  delayed:
    'Recibimos tu grabación y está guardada. Comprobarla tarda más de lo normal: seguirá sola, también si te vas y vuelves.',
  failures: {
    network: 'No hay conexión.',
    server: 'El servicio no responde.',
    'too-often': 'Enviaste muchas grabaciones seguidas. Esta se enviará sola dentro de un rato.',
    'network-full':
      'Desde esta red llegaron hoy muchas grabaciones de cuentas nuevas. Esta se enviará sola mañana, o antes desde otra red.',
    'sign-in': 'Tu sesión terminó. Inicia sesión para enviar tu grabación.',
    'other-account': 'Esta grabación es de otra cuenta.',
    'too-big': 'La grabación pesa más de 16 MB y no se puede enviar.',
    'storage-full':
      'Tus grabaciones llenaron el espacio de tu cuenta (2 GB). Borra alguna historia y reintenta.',
    'disk-full': 'El servidor no tiene espacio ahora mismo. Inténtalo de nuevo más tarde.',
    rejected: 'El servidor no aceptó la grabación.',
  },
  /** Appended to a failure, if it is true. */
  stored: 'Tu grabación sigue a salvo en este dispositivo.',
  notStored: 'No está guardada en este dispositivo: no cierres esta página hasta guardarla.',
  refusedHint: 'Puedes escucharla y descargarla aquí, pero no se puede guardar. Graba de nuevo.',
  retry: 'Reintentar',
  signIn: 'Iniciar Sesión',
  title: 'Título',
  titlePlaceholder: 'Ponle un título a tu historia',
  transcript: {
    label: 'Transcripción',
    edit: 'Editar',
    save: 'Guardar cambios',
    undo: 'Deshacer',
    redo: 'Rehacer',
    undone: 'Cambio deshecho',
    redone: 'Cambio rehecho',
    pending: 'Estamos escribiendo lo que contaste. Puedes guardar ya: el texto llegará solo.',
    waiting: 'El texto llegará cuando la grabación esté enviada.',
    empty: 'Aún no hay texto. Toca Editar para escribirlo.',
    provisional: 'Lo escribió tu navegador mientras hablabas. Revísalo antes de guardar.',
    failed: 'No se pudo transcribir el audio',
    failedHint: 'Puedes guardar igual, o escribirla tú.',
    busy: 'El servicio de transcripción está ocupado; lo seguimos intentando. Puedes guardar ya: el texto llegará solo.',
    unavailable: 'El servidor todavía no puede transcribir',
    unavailableHint:
      'Puedes guardar ya: el texto llegará solo en cuanto pueda. Si lo prefieres, escríbelo tú con Editar.',
    reasons: {
      busy: 'El servicio de transcripción no responde. Inténtalo de nuevo más tarde.',
      setup: 'La transcripción no está disponible por ahora. Inténtalo de nuevo otro día.',
      too_long: 'El servicio de transcripción no admite una grabación tan larga.',
      no_speech: 'No se oyeron palabras en la grabación.',
    } satisfies Record<Exclude<TranscriptionTrouble, 'failed'>, string>,
    retry: 'Reintentar transcripción',
  },
  recordAgain: 'Grabar de nuevo',
  recordAgainShort: 'Repetir',
  save: 'Guardar mi historia',
  saved: 'Historia guardada',
  saveFailed: 'No se pudo guardar la historia',
  download: 'Descargar el audio',
  /** The name of a downloaded file, without its extension. */
  fileName: 'mi-historia',
  discarding: {
    title: '¿Grabar de nuevo?',
    text: (duration: string) => `Esta grabación de ${duration} se borrará para siempre.`,
    keep: 'Conservar',
    discard: 'Borrar y repetir',
  },
} as const;
