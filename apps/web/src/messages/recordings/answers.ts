import type { OriginKind, StoryVisibility } from '@relato/contract/stories/types';

interface SavedOf {
  readonly kind: OriginKind;
  readonly title: string;
  readonly isWaiting: boolean;
  readonly isKept: boolean;
}

interface SavedAs {
  readonly asker: string;
  readonly visibility: StoryVisibility;
  readonly isUnanswered: boolean;
}

type Choice = StoryVisibility | 'apart';

/** The texts for recording a reply or a follow-up. */
export const answersText = {
  replyTitle: (username?: string) => (username ? `Respuesta de @${username}` : 'Respuesta con voz'),
  limit: 'Llegaste a los 60 segundos de una respuesta, así que paramos aquí.',
  choices: {
    reply: (visibility: Choice, asker: string, isFirst: boolean) => {
      if (visibility !== 'shared') return 'Solo yo, como historia aparte';
      return `Todos, después de la historia de @${asker}${isFirst ? ', cuando te dé paso' : ''}`;
    },
    grown: (visibility: Choice, _asker: string, _isFirst: boolean) =>
      visibility === 'published'
        ? 'Todos: publicarla'
        : visibility === 'private'
          ? 'Solo yo, por ahora'
          : 'Solo yo, sin unirla a la otra',
  },
  hints: {
    reply: (visibility: Choice) =>
      visibility === 'shared'
        ? 'Si se oye a otra persona, responde solo si te dio permiso.'
        : 'Podrás publicarla después desde tu perfil, como una historia tuya.',
    grown: () =>
      '«Por ahora» la deja unida a la otra: se verá allí cuando la publiques. «Sin unirla», nadie sabrá de cuál nació.',
  },
  tooLong:
    'Una respuesta dura hasta 60 segundos, y esta grabación dura más. Puedes guardarla como historia tuya.',
  saved: ({ kind, title, isWaiting, isKept }: SavedOf, { asker, visibility, isUnanswered }: SavedAs) => {
    if (isUnanswered && isKept)
      return `No quedó como respuesta a «${title}»: la guardamos como una historia tuya, que solo oyes tú.`;
    if (isUnanswered && kind === 'reply')
      return `No quedó como respuesta: «${title}» ya no recibe respuestas, ya no está, o la historia ya estaba guardada. Es una historia tuya.`;
    if (isUnanswered)
      return `No quedó unida a «${title}»: ya no está disponible, o la historia ya estaba guardada.`;
    if (kind === 'grown') return visibility === 'published' ? `Nació de «${title}».` : undefined;
    return isWaiting ? `Se oirá cuando @${asker} la deje oír.` : `Ya se oye después de «${title}».`;
  },
} as const;
