import type { LeftOutKind, StoryReason } from '@relato/contract/stories/types';
import { limits } from '@relato/contract/limits';
import { formatCount } from '../format.ts';

/** The texts of 'Para ti', and of the listening history. */
export const forMeText = {
  empty: {
    title: 'Aquí estará lo que más te puede gustar',
    text: 'Sigue a personas y temas, y vota por lo que te gusta. Si activas «Recordar lo que escucho» en Ajustes, también cuenta lo que escuchas.',
    visitorText: 'Inicia sesión para que podamos elegir historias para ti.',
  },
  notForMe: {
    story: 'No me interesa',
    text: 'Sale de «Para ti». Si quieres, deja fuera algo más:',
    author: (name: string) => `Nada de ${name}`,
    subject: (tag: string) => `Nada de «${tag}»`,
    done: {
      story: () => '«Para ti» deja fuera esta historia',
      author: (name: string) => `«Para ti» deja fuera a ${name}`,
      subject: (tag: string) => `«Para ti» deja fuera «${tag}»`,
    } satisfies Record<LeftOutKind, (name: string) => string>,
    undo: 'Deshacer',
  },
  listens: {
    label: 'Recordar lo que escucho',
    hint: `Guardamos en tu cuenta tus últimas ${formatCount(limits.listens.maxCount)} historias escuchadas: en qué punto te quedaste y si llegaste al final. Sirve para seguir en otro dispositivo y para elegir «Para ti». Nadie más lo ve. Si lo desactivas, lo borramos todo al momento.`,
  },
  leftOut: {
    title: 'Fuera de «Para ti»',
    empty: 'No dejaste nada fuera.',
    loading: 'Cargando lo que dejaste fuera...',
    kinds: { story: 'Historia', author: 'Persona', subject: 'Tema' } satisfies Record<LeftOutKind, string>,
    takeBack: 'Volver a incluir',
    takeBackOf: (kind: LeftOutKind, name: string) =>
      `Volver a incluir ${kind === 'author' ? 'a ' : ''}${name}`,
  },
  errors: {
    load: 'No se pudo cargar la lista',
    action: 'No se pudo completar la acción',
  },
} as const;

/** Returns the reason why a story was chosen. */
export function toReasonText(reason: StoryReason, author: string): string {
  switch (reason.kind) {
    case 'author':
      return `Porque sigues a ${author}`;
    case 'subject':
      return `Porque sigues «${reason.name}»`;
    case 'voted':
      return `Porque te gustó «${reason.title}»`;
    case 'heard':
      return `Porque escuchaste «${reason.title}»`;
    case 'new':
      return 'Recién llegada';
  }
}
