import { retention, type RetentionRow } from '@relato/contract';
import { say, sayIfAny, type LegalDocument, type LegalFacts } from './document.ts';

/** A description of the data in each row of the retention table. */
const kept: Readonly<Record<RetentionRow, string>> = {
  session: 'Una sesión abierta que no se usa',
  longSession: 'Una sesión abierta, aunque se use',
  trustedDevice: 'El navegador en que iniciaste sesión, desde la última vez',
  mailLink: 'Un enlace de correo, después de caducar',
  oauthAttempt: 'Un inicio de sesión con Google o Facebook a medias',
  unconfirmedAccount: 'Una cuenta cuyo correo no se confirma',
  signUpBar: 'La huella del correo de una cuenta suspendida que se eliminó, para que no vuelva con otra',
  formerUsername:
    'Un nombre de usuario que dejaste o de una cuenta eliminada, para que nadie se haga pasar por ti. Si lo seguían diez personas o era el de un pódcast de más de una semana, no se da a nadie más',
  unfinishedUpload: 'Una grabación que no terminó de enviarse',
  unsavedRecording: 'Una grabación que no se guardó como historia',
  leftoverFile: 'Un archivo que ya no es de nadie',
  reportedText: 'El texto de una historia tal como se reportó, si su autor la retira',
  frozenStory: 'Lo que una autoridad manda conservar de una historia, aunque se borre, como mucho',
  news: 'Los avisos de la campana',
  liveMessage: 'Lo que un servidor dice a los demás para que tu pantalla se actualice',
  sentMail: 'Un correo o una notificación, después de enviarse',
  reportNetwork:
    'Las huellas de la red y del navegador de quien reporta, y de la red de quien modera, como mucho',
  failedJob: 'Un correo o una notificación que no se pudo enviar, desde que dejamos de intentarlo',
  networkCount: 'La huella de tu dirección de red, para los límites contra abusos, como mucho',
  register: 'El registro de descargas y eliminaciones de cuentas, que no dice de quién',
  spaceUse:
    'Cuánto ocupaban cada día el disco y la base de datos, cuántas personas e historias había y cuánto esperaba un reporte, que no dice nada de nadie',
};

const count = (number: number, one: string, many: string): string =>
  `${new Intl.NumberFormat('es-ES').format(number)} ${number === 1 ? one : many}`;

function toTerm({ days, hours, minutes }: { days?: number; hours?: number; minutes?: number }): string {
  if (days !== undefined) return count(days, 'día', 'días');
  if (hours !== undefined) return count(hours, 'hora', 'horas');
  return count(minutes ?? 0, 'minuto', 'minutos');
}

const retained = Object.entries(retention).map(
  ([row, term]) => [kept[row as RetentionRow], toTerm(term)] as const, // a key of the table
);

function toTranscription({ transcriber, speechHost }: LegalFacts): string {
  switch (transcriber) {
    case 'local':
      return 'Lo que cuentas lo escribe un programa en el propio servidor. Tu grabación no sale de él.';
    case 'assemblyai':
      return 'Para escribir lo que cuentas, cada grabación se envía a AssemblyAI, Inc. (Estados Unidos), que la trata por encargo nuestro. Cuando eliminas la grabación le pedimos que borre lo suyo.';
    case 'openai':
      return `Para escribir lo que cuentas, cada grabación se envía a un servicio de transcripción${speechHost === null ? '' : ` (${speechHost})`}, que la trata por encargo nuestro.`;
    case 'none':
      return 'Este servidor no transcribe. Si tu navegador sabe reconocer la voz, escribe mientras grabas, y puede enviar el sonido a su fabricante; después, Relato te dice que ese texto lo escribió tu navegador.';
  }
}

const toBackups = ({ operator }: LegalFacts): string =>
  operator.backupDays === null
    ? say(operator, 'backupDays')
    : count(Number(operator.backupDays), 'día', 'días');

export const toPrivacy = (facts: LegalFacts): LegalDocument => {
  const { operator } = facts;
  return {
    title: 'Privacidad',
    intro: 'Qué guardamos, quién lo ve, cuánto tiempo y cómo te lo llevas.',
    parts: [
      {
        title: 'Quién responde de tus datos',
        rows: [
          ['Responsable', say(operator, 'name')],
          ['Dirección', say(operator, 'address')],
          ['Correo', say(operator, 'email')],
          ...sayIfAny(operator, 'Delegado de protección de datos', 'dataOfficer'),
        ],
      },
      {
        title: 'Lo que guardamos',
        paragraphs: [
          'Tu correo, tu nombre de usuario, la foto y la línea sobre ti si las pones, tus grabaciones con su transcripción, tus comentarios, votos, reacciones, correcciones, explicaciones de palabras, preguntas y colecciones, a quién y qué temas sigues, lo que no te interesa, a quién y qué palabras silencias o bloqueas, lo que reportas, lo que apelas y los avisos que recibes. También cuándo aceptaste las condiciones y en qué navegadores tienes sesión. Si entras con Google o Facebook, el identificador que nos dan; si activas las notificaciones, la dirección por la que llegan a tu navegador. Si activas «Recordar lo que escucho», qué historias escuchas y dónde te quedas. La contraseña se guarda de forma que nadie puede leerla.',
        ],
      },
      {
        title: 'Tu voz',
        paragraphs: [
          'Una grabación es un dato personal: puede reconocerse a quien habla y a quien se oye. La guardamos para que la escuche quien tú elijas y para escribirla. Si tienes tu sesión abierta, se envía mientras grabas y se escribe al terminar, antes de que la guardes como historia. No la usamos para identificar a nadie, ni para imitar tu voz, ni para entrenar programas. En la copia que se oye no quedan los datos que añadió tu dispositivo.',
          toTranscription(facts),
        ],
      },
      {
        title: 'Por qué podemos hacerlo',
        paragraphs: [
          'Para darte el servicio que pides (artículo 6.1.b del RGPD); para cuidar la seguridad y moderar, que es nuestro interés legítimo y el de todos (6.1.f); porque la ley obliga (6.1.c); y, en lo que activas tú, como las notificaciones o recordar lo que escuchas, porque lo consientes (6.1.a). Puedes desactivarlo cuando quieras.',
        ],
      },
      {
        title: 'Dónde está y quién más lo trata',
        rows: [['Alojamiento', say(operator, 'hosting')]],
        paragraphs: [
          'El correo que te enviamos pasa por un servidor de correo, y las notificaciones, cifradas, por el servicio de tu navegador.',
          ...(facts.hasProviders
            ? [
                'Si entras con Google o Facebook, ellos saben que lo haces y nos dicen tu nombre, tu correo y un identificador.',
              ]
            : []),
          'No hay publicidad ni rastreadores, y no vendemos ni cedemos datos.',
        ],
      },
      {
        title: 'Cuánto tiempo',
        paragraphs: [
          'Lo que es tuyo, mientras tengas cuenta: al eliminarla se borran tus historias con su audio, tus comentarios y lo demás. Queda anotado, sin tu nombre, lo que decidió la moderación. Lo siguiente dura menos, o sigue un tiempo:',
        ],
        rows: [
          ...retained,
          ['Las copias de seguridad, donde puede quedar lo que borraste', toBackups(facts)],
        ],
      },
      {
        title: 'Lo que queda en tu dispositivo',
        paragraphs: [
          'Tus preferencias, las grabaciones que aún no guardaste, que también están en el servidor si se enviaron, y las últimas historias que oíste, para que puedas escucharlas sin conexión. Esas historias se borran al cerrar sesión o si dejan de ser públicas.',
        ],
      },
      {
        title: 'Lo que ven los demás',
        paragraphs: [
          'Tu nombre de usuario, tu foto, lo que dices de ti y lo que publicas. Tu correo, además de ti, solo lo ve quien administra Relato. Una historia privada la oyes solo tú y, si se la compartes, quien te la pidió. El equipo de moderación solo ve una historia cuando alguien la reporta, también si no es pública, cuando un programa encuentra en una pública palabras de una lista o, si quien administra lo pide, antes de que salga tu primera historia; cada mirada y cada decisión queda anotada.',
        ],
      },
      {
        title: 'Tus derechos',
        paragraphs: [
          'En los ajustes de tu perfil puedes ver y corregir tus datos, descargarlos todos y eliminar tu cuenta. Para oponerte a algo, limitarlo o preguntar, escríbenos: respondemos en un mes. También puedes reclamar ante la Agencia Española de Protección de Datos (aepd.es).',
          `Para tener cuenta hay que haber cumplido ${operator.minimumAge} años. Si sabes de un menor de esa edad que la tiene, dínoslo y la eliminaremos.`,
        ],
      },
    ],
  };
};

/** The purpose of each cookie. A test compares the table with the cookies that the server sets. */
const cookies = [
  ['relato_session', 'Mantiene tu sesión abierta.', retention.session],
  [
    'relato_browser',
    'Reconoce tu navegador, para que quien adivine contraseñas desde otro no te deje fuera.',
    retention.trustedDevice,
  ],
  [
    'relato_sign_up',
    'Demuestra que la contraseña de una cuenta sin confirmar la elegiste tú.',
    retention.unconfirmedAccount,
  ],
  ['relato_oauth', 'Acompaña tu ida y vuelta a Google o Facebook.', retention.oauthAttempt],
] as const;

export const toCookies = (_facts: LegalFacts): LegalDocument => ({
  title: 'Cookies',
  intro: 'Solo las necesarias: por eso no te pedimos permiso con un cartel.',
  parts: [
    {
      title: 'Las que usamos',
      paragraphs: [
        'Quien solo escucha no recibe ninguna. Al entrar en tu cuenta el servidor pone estas, que son propias y ningún otro sitio ni programa de la página puede leer. Por https sus nombres empiezan por «__Host-».',
      ],
      rows: [
        ...cookies.map(([name, purpose, term]) => [name, `${purpose} Dura ${toTerm(term)}.`] as const),
        ['relato_written_at', 'Hace que veas enseguida lo que acabas de cambiar. Dura unos segundos.'],
      ],
    },
    {
      title: 'Lo que guarda tu navegador',
      paragraphs: [
        'Tus preferencias, como la velocidad, y las últimas historias que oíste, que no salen de tu dispositivo. También tus grabaciones sin guardar, que además se envían al servidor mientras grabas si tienes tu sesión abierta. Todo lo que queda en tu dispositivo lo borras con los datos del sitio.',
      ],
    },
    {
      title: 'Lo que no hay',
      paragraphs: ['Ni publicidad, ni medición de visitas, ni cookies de terceros.'],
    },
  ],
});
