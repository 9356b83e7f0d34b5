/** The texts about the question that a story or a recording answers. */
export const askedText = {
  asks: {
    question: (asker: string) => `@${asker} te pide una historia`,
    reply: (asker: string) => `Le respondes a @${asker}`,
    grown: (asker: string) => `Una historia tuya que nace de la de @${asker}`,
  },
  putAside: 'Contar otra cosa',
  /** Shown before the question, above a story. */
  asked: (asker: string) => `Te lo pidió @${asker}:`,
  yours: 'Responde a tu pregunta:',
  shared: (asker: string) => `Solo para @${asker}`,
  who: '¿Quién la podrá oír?',
  visibilities: {
    shared: (asker: string) => `Solo @${asker}`,
    private: () => 'Solo yo, por ahora',
    published: () => 'Todos: publicarla',
    apart: () => 'Solo yo, sin responderle',
  },
  publishHint: 'Si se oye a otra persona, publícala solo si te dio permiso.',
  /** Explains the difference between the choices that keep a story private. */
  privateHint: (asker: string) =>
    `«Por ahora» cuenta como tu respuesta: @${asker} no la oye, pero puedes compartírsela después.`,
  onlyAsker: (asker: string) => `Solo la puede oír @${asker}.`,
  waiting: 'Es tu primera historia: alguien del equipo la escucha antes de publicarla.',
  unanswered: (asker: string) =>
    `No le llegó a @${asker}: su enlace ya no sirve o la historia ya estaba guardada.`,
  share: (asker: string) => `Compartir solo con @${asker}`,
  unshare: 'Dejar de compartir',
  sharedNotice: (asker: string) => ({ title: `@${asker} ya la puede oír` }),
  /** For a story that moderators hide. */
  sharedHidden: (asker: string) => ({
    title: 'Compartida, pero oculta',
    text: `@${asker} la podrá oír si la volvemos a mostrar.`,
  }),
  unsharedNotice: { title: 'Ahora solo la oyes tú' },
  shareFailed: 'No se pudo compartir la historia',
  unshareFailed: 'No se pudo dejar de compartir la historia',
} as const;
