/** The texts of what an author does with an own story. */
export const ownStoriesText = {
  closeText: 'Listo',
  allowClips: 'Permitir vídeos con fragmentos',
  clipsError: 'No se pudo cambiar quién puede hacer vídeos',
  unpublishing: {
    title: '¿Despublicar esta historia?',
    text: (title: string) =>
      `«${title}» será solo para ti, y su enlace dejará de funcionar. Puedes publicarla otra vez.`,
    kept: 'Lo que WhatsApp u otras apps ya guardaron de ella, como la vista previa del enlace, no se puede retirar.',
  },
  again: {
    open: 'Transcribir de nuevo',
    source: (name: string) => `Lo escribió: ${name}`,
    running: 'Estamos transcribiéndola de nuevo.',
    waiting: 'Se transcribirá en cuanto el servidor pueda.',
    failed: 'La última transcripción no funcionó.',
    title: '¿Transcribir de nuevo?',
    untouched:
      'Volveremos a escuchar tu historia. El texto nuevo tomará el lugar del de ahora cuando esté listo.',
    edited:
      'Volveremos a escuchar tu historia. Corregiste el texto: puedes conservarlo, y solo ajustaremos en qué segundo suena cada palabra, o cambiarlo por el nuevo.',
    confirm: 'Transcribir de nuevo',
    keep: 'Conservar mi texto',
    replace: 'Cambiarlo y perder mis cambios',
    started: {
      title: 'La estamos transcribiendo',
      text: 'El texto llegará solo. El de ahora se queda hasta entonces.',
    },
    error: 'No se pudo transcribir de nuevo',
  },
} as const;
