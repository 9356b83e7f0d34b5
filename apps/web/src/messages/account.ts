import { blocksText } from './account/blocks.ts';
import { pushText } from './bell/push.ts';
import { signInText } from './account/sign-in.ts';
import { profilesText } from './profiles.ts';

/** The texts of the user's own account: e-mail, password, sessions, export and deletion. */
export const accountText = {
  title: 'Tu cuenta',
  back: `Volver a ${profilesText.settings}`,
  email: {
    title: 'Cambiar correo',
    pending: (email: string) => `Falta confirmar ${email}`,
    intro: 'Te enviaremos un enlace al correo nuevo. Hasta que lo abras, todo sigue igual.',
    field: 'Correo nuevo',
    submit: 'Enviar enlace',
    sent: (email: string) =>
      `Te escribimos a ${email}. Abre el enlace en este navegador, o en otro donde hayas iniciado sesión.`,
    done: 'Entendido',
  },
  password: {
    title: 'Cambiar contraseña',
    first: 'Crear contraseña',
    intro: 'Al guardarla se cierran tus otras sesiones.',
    current: 'Contraseña actual',
    field: signInText.newPassword,
    submit: signInText.reset.submit,
    saved: signInText.reset.done,
    savedText: 'Cerramos tus otras sesiones.',
  },
  sessions: {
    title: 'Sesiones abiertas',
    current: 'Esta sesión',
    since: (date: string) => `Desde el ${date}`,
    end: 'Cerrar',
    endOf: (device: string) => `Cerrar la sesión de ${device}`,
    endOthers: 'Cerrar las demás',
    ended: 'Sesión cerrada',
    endedOthers: 'Cerramos las demás sesiones',
    only: 'Solo iniciaste sesión aquí.',
    loading: 'Cargando tus sesiones...',
    errors: { load: 'No se pudieron cargar tus sesiones', end: 'No se pudo cerrar la sesión' },
    on: (browser: string, system: string) => `${browser} en ${system}`,
    someBrowser: 'Un navegador',
    someProgram: 'Un programa',
  },
  hearing: { title: 'Lo que escucho y «Para ti»' },
  blocks: { title: blocksText.title },
  news: { title: pushText.settings },
  download: { title: 'Descargar mis datos', failed: 'No se pudieron descargar tus datos' },
  deletion: {
    title: 'Eliminar mi cuenta',
    intro:
      'Se eliminan para siempre tus historias con su audio, tus comentarios, tus votos y a quién sigues.',
    noWayBack: 'No hay vuelta atrás. Si quieres conservar algo, descarga antes tus datos.',
    field: (word: string) => `Escribe ${word}`,
    submit: 'Eliminar mi cuenta',
    done: 'Tu cuenta ya no existe',
    doneText: 'Gracias por haber contado con tu voz.',
    unclear: 'Este enlace ya no sirve. Si tu cuenta se eliminó, te lo dijimos por correo.',
  },
  confirmEmail: {
    title: 'Confirma tu correo nuevo',
    text: 'Un toque más y será el correo de tu cuenta. Tus otras sesiones se cerrarán.',
    signIn: 'Para confirmarlo, inicia sesión en la cuenta que cambia de correo.',
    submit: 'Confirmar mi correo',
    done: 'Correo cambiado',
    doneText: 'Desde ahora inicia sesión con este correo.',
  },
} as const;
