import type { AppealStatus, NoticeKind } from '@relato/contract/appeals/types';
import { limits } from '@relato/contract/limits';

/** The texts for users whom a decision concerns. */
export const noticesText = {
  kinds: {
    story_hidden: 'Tu historia está oculta',
    story_restored: 'Tu historia vuelve a verse',
    comment_removed: 'Se quitó tu comentario',
    account_suspended: 'Tu cuenta fue suspendida',
    account_restored: 'Tu cuenta vuelve a estar activa',
    profile_cleared: 'Se quitaron tu foto y lo que dices de ti',
  } satisfies Record<NoticeKind, string>,
  reason: 'Motivo',
  openStory: 'Ver la historia',
  lifted: 'Esta decisión ya no está en pie.',
  hidden: 'Oculta por moderación',
  hiddenWithoutReason: 'Mientras dure, solo la ves tú.',
  readAndAppeal: 'Ver aviso y apelar',
  appeal: {
    open: 'Apelar',
    label: '¿Por qué no estás de acuerdo?',
    hint: 'Lo leerá otra persona del equipo. Puedes apelar una vez.',
    send: 'Enviar apelación',
    sent: { title: 'Apelación enviada', text: 'Te avisaremos de lo que se decida.' },
    failed: 'No se pudo enviar la apelación',
    yours: 'Tu apelación',
    answer: 'Respuesta',
    statuses: {
      open: 'En revisión',
      granted: 'Aceptada',
      rejected: 'Rechazada',
    } satisfies Record<AppealStatus, string>,
  },
  byLink: {
    title: 'Tu cuenta está suspendida',
    text: 'Puedes leer el motivo y apelar aquí, sin iniciar sesión.',
    open: 'Ver el motivo',
    done: 'Recibimos tu apelación. Te escribiremos por correo.',
    leaving: `No hay vuelta atrás. Como la cuenta está suspendida, durante ${limits.signUpBar.days} días no podrás crear otra con el mismo correo.`,
    restored: 'Tu cuenta vuelve a estar activa: ya puedes iniciar sesión.',
  },
} as const;
