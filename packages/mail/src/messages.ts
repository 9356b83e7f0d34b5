import type { DigestRhythm, OauthProvider } from '@relato/contract';
import { serverLimits } from '@relato/contract/server-limits';
import { retention } from '@relato/contract/retention';
import { mayBecomeLink } from '@relato/contract/text/markup';
import type { MailContent } from './layout.ts';
import type { Mail } from './mail.ts';

const providerNames: Readonly<Record<OauthProvider, string>> = { google: 'Google', facebook: 'Facebook' };

const rhythms = { daily: 'diario', weekly: 'semanal' } as const satisfies Record<DigestRhythm, string>;

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

const hours = (count: number): string => (count === 1 ? '1 hora' : `${count} horas`);

const toUnlinked = (providers: readonly OauthProvider[]): string =>
  `Por seguridad desconectamos ${providers.map((each) => providerNames[each]).join(' y ')} de tu cuenta. Puedes conectarlo de nuevo en tus ajustes.`;

/** Anybody can sign up any mailbox with a username that looks like an address. */
const greet = (username: string | null): string =>
  username === null || mayBecomeLink(username) ? '¡Hola!' : `¡Hola, ${username}!`;

/** Returns the texts of a mail. */
export function toContent(mail: Mail): MailContent {
  const { link } = mail;
  switch (mail.kind) {
    case 'confirmation':
      return {
        subject: 'Confirma tu cuenta en Relato',
        heading: greet(mail.username),
        paragraphs: [
          'Ya casi está. Confirma tu correo y cuenta tu primera historia con tu voz.',
          'Si abres el enlace en el navegador donde creaste la cuenta, basta un toque. En cualquier otro eliges allí tu contraseña.',
        ],
        button: 'Confirmar mi cuenta',
        link,
        note: `El enlace vale ${hours(serverLimits.mailToken.verificationHours)} y se usa una sola vez. ¿No creaste una cuenta en Relato? Ignora este correo: sin confirmar, la cuenta no se activa.`,
      };
    case 'address-in-use':
      return {
        subject: 'Ya tienes una cuenta en Relato',
        heading: 'Ya tienes una cuenta',
        paragraphs: [
          'Alguien intentó usar este correo para otra cuenta de Relato, pero ya tienes una.',
          'Si fuiste tú, inicia sesión con tu contraseña de siempre. Si no la recuerdas, elige una nueva.',
        ],
        button: 'Recuperar mi contraseña',
        link,
        note: '¿No fuiste tú? No tienes que hacer nada: tu cuenta sigue igual.',
      };
    case 'address-barred':
      return {
        subject: 'Todavía no puedes volver a Relato con este correo',
        heading: 'Todavía no puedes volver con este correo',
        paragraphs: [
          'Alguien intentó crear una cuenta de Relato con este correo.',
          `Fue el de una cuenta suspendida que se eliminó: durante ${retention.signUpBar.days} días desde entonces no se puede crear otra con él.`,
        ],
        button: 'Ir a Relato',
        link,
        note: '¿No fuiste tú? No tienes que hacer nada.',
      };
    case 'recovery':
      return {
        subject: 'Elige una contraseña nueva en Relato',
        heading: 'Elige una contraseña nueva',
        paragraphs: [
          'Nos pediste cambiar tu contraseña. Al hacerlo se cerrará tu sesión en todos tus dispositivos.',
        ],
        button: 'Cambiar mi contraseña',
        link,
        note: `El enlace vale ${hours(serverLimits.mailToken.recoveryHours)} y se usa una sola vez. ¿No lo pediste tú? Ignora este correo: tu contraseña sigue siendo la misma.`,
      };
    case 'password-changed':
      return {
        subject: 'Tu contraseña de Relato cambió',
        heading: 'Tu contraseña cambió',
        paragraphs: [
          'La contraseña de tu cuenta acaba de cambiar y cerramos tus otras sesiones.',
          'Si fuiste tú, inicia sesión con la nueva. Si no fuiste tú, recupera tu cuenta ahora mismo.',
          ...(mail.unlinked.length > 0 ? [toUnlinked(mail.unlinked)] : []),
        ],
        button: 'Recuperar mi cuenta',
        link,
        note: 'Te avisamos siempre que cambia tu contraseña.',
      };
    case 'account-suspended':
      return {
        subject: 'Tu cuenta de Relato está suspendida',
        heading: 'Tu cuenta está suspendida',
        paragraphs: [
          'El equipo de moderación suspendió tu cuenta. Mientras dure, no puedes iniciar sesión y nadie ve tus historias.',
          `Motivo: ${mail.reason}`,
          '¿No estás de acuerdo? Cuéntanos por qué: lo revisará otra persona del equipo, si la hay.',
        ],
        button: 'Apelar',
        link,
        note: 'Este enlace es solo tuyo: no lo compartas. Puedes apelar una vez.',
      };
    case 'appeal-rejected':
      return {
        subject: 'Respondimos a tu apelación en Relato',
        heading: 'Tu cuenta sigue suspendida',
        paragraphs: [
          'El equipo de moderación leyó tu apelación y mantiene la suspensión de tu cuenta.',
          `Respuesta: ${mail.answer}`,
        ],
        button: 'Ver la respuesta',
        link,
        note: 'Este enlace es solo tuyo: no lo compartas. Allí también puedes eliminar tu cuenta.',
      };
    case 'account-restored':
      return {
        subject: 'Tu cuenta de Relato vuelve a estar activa',
        heading: 'Tu cuenta vuelve a estar activa',
        paragraphs: ['Ya puedes iniciar sesión, y tus historias vuelven a estar donde estaban.'],
        button: 'Iniciar sesión',
        link,
        note: 'Gracias por tu paciencia.',
      };
    case 'identity-linked': {
      const name = providerNames[mail.provider];
      return {
        subject: `Ya puedes entrar en Relato con ${name}`,
        heading: `Tu cuenta y ${name}`,
        paragraphs: [
          `Desde ahora también puedes entrar en tu cuenta de Relato con ${name}. Lo demás sigue igual.`,
          `Si fuiste tú, no tienes que hacer nada. Si no fuiste tú, recupera tu cuenta y desconecta ${name} en tus ajustes.`,
        ],
        button: 'Recuperar mi cuenta',
        link,
        note: 'Te avisamos siempre que hay una forma nueva de entrar en tu cuenta.',
      };
    }
    case 'email-change':
      return {
        subject: 'Confirma tu correo nuevo en Relato',
        heading: 'Confirma tu correo nuevo',
        paragraphs: [
          'Nos pediste que este sea el correo de tu cuenta de Relato.',
          'Abre el enlace en un navegador donde iniciaste sesión. Al confirmarlo se cerrarán tus otras sesiones.',
        ],
        button: 'Confirmar mi correo',
        link,
        note: `El enlace vale ${hours(serverLimits.mailToken.emailChangeHours)} y se usa una sola vez. ¿No lo pediste tú? Ignora este correo: no cambia nada.`,
      };
    case 'email-change-asked':
      return {
        subject: 'Alguien pidió cambiar el correo de tu cuenta de Relato',
        heading: '¿Vas a cambiar de correo?',
        paragraphs: [
          'Alguien que inició sesión en tu cuenta pidió cambiar su correo. Cambiará cuando lo confirme desde el buzón nuevo.',
          'Si fuiste tú, no tienes que hacer nada aquí. Si no fuiste tú, recupera tu cuenta ahora mismo: con eso el cambio queda anulado.',
        ],
        button: 'Recuperar mi cuenta',
        link,
        note: 'Te avisamos siempre que alguien pide cambiar tu correo.',
      };
    case 'email-changed':
      return {
        subject: 'El correo de tu cuenta de Relato cambió',
        heading: 'Tu correo cambió',
        paragraphs: [
          'Tu cuenta de Relato ya tiene otro correo. A este no le escribiremos más, y ya no sirve para entrar.',
        ],
        button: 'Ir a Relato',
        link,
        note: 'Te avisamos siempre que cambia tu correo.',
      };
    case 'trial':
      return {
        subject: 'Relato puede enviar correo',
        heading: 'El correo llega',
        paragraphs: [
          'Quien administra Relato ha enviado este mensaje para comprobarlo. No hay nada que hacer.',
        ],
        button: 'Ir a Relato',
        link,
        note: '¿No administras Relato? Ignora este correo.',
      };
    case 'account-deleted':
      return {
        subject: 'Tu cuenta de Relato ya no existe',
        heading: 'Eliminamos tu cuenta',
        paragraphs: [
          'Tus historias, con su audio y su transcripción, tus comentarios, tus votos y todo lo demás ya no están.',
          mail.wasSuspended
            ? `Como estaba suspendida, durante ${retention.signUpBar.days} días no se puede crear otra con este correo.`
            : 'Gracias por contar con tu voz. Si algún día quieres volver, aquí estaremos.',
        ],
        button: 'Ir a Relato',
        link,
        note: mail.wasSuspended
          ? 'Es el último correo que te enviamos: de esta dirección solo guardamos, esos días, una huella que no se puede leer.'
          : 'Es el último correo que te enviamos: ya no guardamos esta dirección.',
      };
    case 'digest': {
      const found = [
        ...counted(mail.news.length, 'aviso', 'avisos'),
        ...counted(mail.stories.length, 'historia nueva', 'historias nuevas'),
      ];
      return {
        subject: `Lo nuevo en Relato: ${found.join(' y ')}`,
        heading: 'Lo nuevo en Relato',
        paragraphs: [],
        lists: [
          { title: 'Lo que pasó con lo tuyo', items: mail.news },
          { title: 'De la gente que sigues', items: mail.stories },
        ].filter(({ items }) => items.length > 0),
        button: 'Ver mis avisos',
        link,
        note: `Es tu resumen ${rhythms[mail.rhythm]}, que elegiste en los ajustes de Relato.`,
        leave: { text: 'Dejar de recibirlo', link: mail.leave },
      };
    }
    case 'add-email': {
      const name = providerNames[mail.provider];
      return {
        subject: 'Confirma tu correo en Relato',
        heading: 'Confirma tu correo',
        paragraphs: [
          `Entraste en Relato con ${name}. Confirma que este correo es tuyo y quedará en tu cuenta.`,
          'Abre el enlace en el navegador donde entraste: allí sigue tu sesión.',
        ],
        button: 'Confirmar mi correo',
        link,
        note: `El enlace vale ${hours(serverLimits.mailToken.verificationHours)} y se usa una sola vez. ¿No entraste en Relato? Ignora este correo: nadie puede usar tu dirección sin confirmarla.`,
      };
    }
  }
}
