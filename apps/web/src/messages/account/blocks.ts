import type { BlockedPerson, BlockKind } from '@relato/contract/blocks/types';
import { sessionText } from './session.ts';
import { counted, formatDate } from '../format.ts';
import { storiesText } from '../stories.ts';

/** The texts of blocks, mutes and muted words. */
export const blocksText = {
  title: 'Personas bloqueadas y palabras silenciadas',
  signedOut:
    'Para silenciar o bloquear necesitas una cuenta. Sin iniciar sesión no sabemos quién eres, y lo ves todo como cualquier visita.',
  signIn: sessionText.signIn,
  mute: {
    title: 'Silenciar',
    text: 'Sus historias y comentarios no salen en tus listas. No se entera.',
    days: (days: number) => counted(days, 'día', 'días'),
    forGood: 'Siempre',
    done: (name: string) => `Silenciaste a ${name}`,
    doneText: 'Puedes quitar el silencio en Ajustes.',
  },
  block: {
    title: 'Bloquear',
    text: 'No se ven, no se siguen y no se comentan. Sin iniciar sesión, o con otra cuenta, aún podrá ver lo público.',
    submit: (name: string) => `Bloquear a ${name}`,
    done: (name: string) => `Bloqueaste a ${name}`,
    doneText: 'Puedes desbloquear en Ajustes.',
  },
  muted: 'Silenciaste a esta persona: no sale en tus listas.',
  unavailable: {
    title: 'No puedes ver este perfil',
    text: 'Una de las dos personas bloqueó a la otra. A quién bloqueas está en tus Ajustes.',
    link: storiesText.gone.link,
  },
  people: 'Personas bloqueadas y silenciadas',
  empty: 'No bloqueas ni silencias a nadie.',
  loading: 'Cargando personas...',
  undo: { block: 'Desbloquear', mute: 'Quitar silencio' } satisfies Record<BlockKind, string>,
  undoFor: (kind: BlockKind, name: string) =>
    kind === 'block' ? `Desbloquear a ${name}` : `Quitar el silencio a ${name}`,
  undone: { block: 'Desbloqueaste a esta persona', mute: 'Quitaste el silencio' } satisfies Record<
    BlockKind,
    string
  >,
  words: {
    title: 'Palabras silenciadas',
    hint: 'Las historias con una de ellas se pliegan. Da igual si llevan tilde o mayúsculas.',
    field: 'Palabra',
    add: 'Silenciar',
    remove: (word: string) => `Quitar «${word}»`,
    folded: 'Contiene una palabra que silenciaste',
    foldedTitle: 'Título con una palabra que silenciaste',
    show: 'Mostrar',
  },
  errors: {
    load: 'No se pudo cargar la lista',
    action: 'No se pudo completar la acción',
  },
} as const;

export const toBlockState = ({ kind, endsAt }: BlockedPerson): string => {
  if (kind === 'block') return 'Bloqueada';
  return endsAt ? `Silenciada hasta el ${formatDate(endsAt)}` : 'Silenciada';
};
