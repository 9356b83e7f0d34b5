import { ruleTitles, type Restriction } from '@relato/contract/appeals/statements';
import type { AppealStatus, NoticeKind } from '@relato/contract/appeals/types';
import { retention } from '@relato/contract/retention';

/** The texts for users who are affected by a decision. */
export const noticesText = {
  kinds: {
    story_hidden: 'Tu historia está oculta',
    story_restored: 'Tu historia vuelve a verse',
    comment_removed: 'Se quitó tu comentario',
    explanation_removed: 'Se quitó tu explicación de una palabra',
    account_suspended: 'Tu cuenta fue suspendida',
    account_restored: 'Tu cuenta vuelve a estar activa',
    profile_cleared: 'Se quitaron tu foto y lo que dices de ti',
    report_hidden: 'Revisamos tu reporte y ocultamos la historia',
    report_kept: 'Revisamos tu reporte: la historia no incumple las normas',
    report_closed: 'Cerramos tu reporte: ahora la historia no es pública',
  } satisfies Record<NoticeKind, string>,
  reason: 'Motivo',
  statement: {
    label: 'Cómo se decidió',
    rule: (title: string) => `Norma: «${title}».`,
    looked: {
      story_hidden: 'Una persona del equipo revisó el título, las etiquetas, el texto y la grabación.',
      comment_removed: 'Una persona del equipo revisó el comentario.',
      explanation_removed: 'Una persona del equipo revisó la explicación.',
      account_suspended: 'Una persona del equipo revisó lo que publicó la cuenta.',
      profile_cleared: 'Una persona del equipo revisó la foto y lo que dices de ti.',
    } satisfies Record<Restriction, string>,
    isReported: {
      story_hidden: 'La historia había sido reportada.',
      comment_removed: 'La historia que comentabas había sido reportada.',
      explanation_removed: 'La historia de esa palabra había sido reportada.',
      account_suspended: 'Una historia tuya había sido reportada.',
      profile_cleared: 'Una historia tuya había sido reportada.',
    } satisfies Record<Restriction, string>,
    byMachine: 'Una máquina encontró palabras vigiladas y puso la historia en la cola; no decidió nada.',
    ways: 'Si no estás de acuerdo, puedes apelar, acudir a un órgano certificado de resolución de litigios o a un tribunal.',
  },
  rules: ruleTitles,
  openStory: 'Ver la historia',
  lifted: 'Esta decisión ya no está en pie.',
  /** The reason why removed content did not return. */
  notBack: (kind: NoticeKind, isStoryThere: boolean) => {
    if (!isStoryThere) return 'No pudo volver: la historia ya no está.';
    return kind === 'explanation_removed'
      ? 'No pudo volver: esas palabras ya no están en el texto, o ya las explicaste de otra manera.'
      : 'No pudo volver a su sitio.';
  },
  hidden: 'Oculta por moderación',
  hiddenWithoutReason: 'Mientras dure, solo la ves tú.',
  readAndAppeal: 'Ver aviso y apelar',
  appeal: {
    open: 'Apelar',
    label: '¿Por qué no estás de acuerdo?',
    hint: 'Lo leerá otra persona del equipo, si la hay. Puedes apelar una vez.',
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
    done: 'Recibimos tu apelación. Te escribiremos por correo. Si tu cuenta no tiene correo, vuelve a entrar con Google o Facebook para leer la respuesta.',
    leaving: `No hay vuelta atrás. Como la cuenta está suspendida, durante ${retention.signUpBar.days} días no podrás crear otra con el mismo correo.`,
    restored: 'Tu cuenta vuelve a estar activa: ya puedes iniciar sesión.',
  },
} as const;
