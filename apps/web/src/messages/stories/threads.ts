import type { RepliesChoice } from '@relato/contract/stories/types';

/** The texts of replies, follow-ups and the other stories below a story. */
export const threadsText = {
  reply: 'Responder con tu voz',
  grow: 'Esto me recordó…',
  replies: 'Respuestas con voz',
  noReplies: 'Aún no hay respuestas con voz.',
  closed: 'Esta historia no recibe respuestas con voz.',
  grown: 'Historias que nacieron de esta',
  moreOf: (author: string) => `Más de ${author}`,
  seeProfile: 'Ver perfil',
  others: 'Escuchar otras historias',
  yourTurn: '¿Y a ti qué te pasó?',
  loadFailed: 'No se pudieron cargar',
  waiting: 'Espera tu permiso para oírse',
  waitsFor: (author: string) => `Espera a que @${author} la deje oír`,
  letIn: 'Dejar que se oiga',
  letInNamed: (title: string, author: string) => `Dejar que se oiga: ${title}, de ${author}`,
  takeOut: 'Quitar',
  takeOutNamed: (title: string, author: string) => `Quitar: ${title}, de ${author}`,
  isIn: 'Ya se oye después de tu historia',
  letInFailed: 'No se pudo cambiar la respuesta',
  /** Shown before the title of the other story. */
  of: { reply: 'Responde a', grown: 'Nació de' },
  ofWhom: (author: string) => `de @${author}`,
  gone: {
    reply: 'La historia a la que respondía ya no está disponible.',
    grown: 'La historia de la que nació ya no está disponible.',
  },
  /** Shown to the author of a reply that only they hear. */
  keptReply: 'Tu respuesta sigue aquí y solo la oyes tú. También puedes publicarla como una historia tuya.',
  /** Shown to the author of a reply while the other story is away. */
  awayReply: 'Por ahora tu respuesta solo la oyes tú; volverá a oírse si esa historia vuelve.',
  tree: 'Ver el árbol',
  treeScreen: {
    title: 'Árbol de historias',
    before: 'De dónde viene',
    root: 'Es la primera de este árbol.',
    story: 'Esta historia',
    after: 'Historias que nacieron de esta',
    none: 'Todavía no nació ninguna historia de esta.',
    failed: 'No se pudo cargar el árbol',
    loading: 'Cargando el árbol',
    listen: 'Ir a la historia',
  },
  /** Detaches the author's own story, or one that answers theirs. */
  leaving: {
    own: {
      reply: {
        leave: 'Sacarla de las respuestas',
        title: '¿Sacarla de las respuestas?',
        text: (title: string) =>
          `«${title}» ya no se oirá como respuesta: será una historia tuya, y solo la oirás tú hasta que la publiques.`,
        done: 'Ahora es una historia tuya, y solo la oyes tú',
      },
      grown: {
        leave: 'Separarla de la otra historia',
        title: '¿Separarla de la otra historia?',
        text: (title: string) => `«${title}» ya no dirá de qué historia nació.`,
        done: 'Ya no está unida a la otra historia',
      },
    },
    others: {
      reply: {
        leave: 'Quitar',
        title: '¿Quitar la respuesta?',
        text: (title: string, author: string) =>
          `«${title}», de ${author}, no se oirá después de tu historia. Quien la grabó la conserva.`,
        done: 'Ya no está entre las respuestas',
      },
      grown: {
        leave: 'Quitar',
        title: '¿Quitarla de tu historia?',
        text: (title: string, author: string) => `«${title}», de ${author}, ya no dirá que nació de la tuya.`,
        done: 'Ya no está unida a tu historia',
      },
    },
    forGood: 'No se puede deshacer.',
  },
  leaveFailed: 'No se pudo separar de la otra historia',
  setting: {
    label: 'Respuestas con voz',
    names: { open: 'De cualquiera', first: 'Las oigo antes', closed: 'Ninguna' } satisfies Record<
      RepliesChoice,
      string
    >,
    failed: 'No se pudo cambiar quién responde',
  },
} as const;
