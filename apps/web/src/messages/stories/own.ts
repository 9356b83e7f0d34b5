/** The texts of the actions on the viewer's own story. */
export const ownStoriesText = {
  none: { title: 'Aún no tienes historias', text: '¡Comienza grabando tu primera anécdota!' },
  mine: 'Mis Historias',
  publish: 'Publicar',
  unpublish: 'Despublicar',
  delete: 'Eliminar',
  edit: 'Editar historia',
  editPending: 'El texto llegará solo. Si lo escribes tú, se queda el tuyo.',
  saveEdit: 'Guardar cambios',
  editTags: 'Editar etiquetas',
  tagsSaved: 'Tags actualizados',
  saveTags: 'Guardar etiquetas',
  deletion: {
    title: '¿Eliminar esta historia?',
    text: (title: string) => `«${title}» se borrará para siempre, con su audio, sus votos y sus comentarios.`,
  },
  deleted: 'Historia eliminada',
  publishedNotice: { title: 'Historia publicada', text: 'Tu historia ahora es visible en la comunidad' },
  unpublishedNotice: {
    title: 'Historia despublicada',
    text: 'Tu historia ya no es visible en la comunidad',
  },
  /** The notices about a story that moderators hide. */
  whileHidden: {
    published: {
      title: 'Publicada, pero oculta',
      text: 'Saldrá a la comunidad si la volvemos a mostrar.',
    },
    unpublished: {
      title: 'Historia despublicada',
      text: 'Si la volvemos a mostrar, será solo para ti.',
    },
  },
  errors: {
    loadMine: 'No se pudieron cargar tus historias',
    delete: 'No se pudo eliminar la historia',
    tags: 'No se pudieron actualizar los tags',
    publish: 'No se pudo publicar la historia',
    unpublish: 'No se pudo despublicar la historia',
    deletedElsewhere: 'Ya no existe: se eliminó en otra ventana o en otro dispositivo.',
  },
  closeText: 'Listo',
  allowClips: 'Permitir vídeos con fragmentos',
  clipsError: 'No se pudo cambiar quién puede hacer vídeos',
  waiting: {
    title: 'Esperando a que la revisemos',
    text: 'Es tu primera historia: alguien del equipo la escucha antes de que salga a la comunidad. Mientras, solo la ves tú, y puedes cambiarla.',
    notice: {
      title: 'Esperando a que la revisemos',
      text: 'Es tu primera historia: alguien del equipo la escucha antes de publicarla.',
    },
    withdraw: 'No publicarla',
    withdrawn: {
      title: 'Historia retirada',
      text: 'Sigue siendo solo tuya. Puedes publicarla cuando quieras.',
    },
  },
  voices: {
    title: 'Antes de publicar',
    question: 'Si se oye a otra persona, ¿te dio permiso?',
    why: 'La voz es de quien habla. Te lo preguntamos solo esta vez.',
    yes: 'Sí, o solo se me oye a mí',
    no: 'Todavía no',
  },
  unpublishing: {
    title: '¿Despublicar esta historia?',
    text: (title: string) =>
      `«${title}» será solo para ti, y su enlace dejará de funcionar. Puedes publicarla otra vez.`,
    hiddenText: (title: string) =>
      `«${title}» está oculta. Si la volvemos a mostrar, será solo para ti. Puedes publicarla otra vez.`,
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
