import { takenFormats } from '@relato/contract/recordings/audio-formats';
import type { ErrorCode, LimitCode } from '@relato/contract/errors';
import { limits } from '@relato/contract/limits';

const formats = new Intl.ListFormat('es', { type: 'disjunction' }).format([
  ...takenFormats,
  'el sonido de un video',
]);

export const fallbackErrorText = 'Ha ocurrido un error';
export const networkErrorText = 'Sin conexión. No se perdió nada: inténtalo de nuevo cuando vuelva la red.';
export const timeoutErrorText = 'Relato tarda demasiado en responder. No se perdió nada: inténtalo de nuevo.';

const withWait: Readonly<Record<LimitCode, (wait: string) => string>> = {
  RATE_LIMITED: (wait) => `Demasiados intentos seguidos. Inténtalo otra vez en ${wait}.`,
  // Also said of an address without an account, so that it tells nothing about the address.
  MAILED_ENOUGH: (wait) =>
    `Ya nos pidieron varios correos para esa dirección. Busca el último, también en el correo no deseado: su enlace sirve. Si no está, inténtalo en ${wait}.`,
  SIGN_IN_LOCKED: (wait) =>
    `Demasiados intentos en esta cuenta. Entra ahora con un enlace en «¿Olvidaste tu contraseña?», o inténtalo en ${wait}.`,
  COMMENTS_BUSY: (wait) =>
    `Ahora comentan muchas visitas a la vez. Inicia sesión y comenta ya, o inténtalo en ${wait}.`,
};

export const isLimitCode = (code: ErrorCode): code is LimitCode => code in withWait;

export function toLimitText(code: LimitCode, waitSeconds: number): string {
  const minutes = Math.ceil(waitSeconds / 60);
  const hours = Math.ceil(minutes / 60);
  const wait = minutes <= 1 ? 'un minuto' : minutes <= 90 ? `${minutes} minutos` : `${hours} horas`;
  return withWait[code](wait);
}

export const errorText = {
  INVALID_INPUT: 'Hay algo que no pudimos leer. Revísalo e inténtalo de nuevo.',
  UNAUTHENTICATED: 'Inicia sesión para continuar.',
  FORBIDDEN: 'Esto no es tuyo, así que no puedes cambiarlo.',
  NOT_FOUND: 'No lo encontramos. Quizá ya no existe.',
  CONFLICT: 'Cambió mientras tanto. Vuelve a cargar e inténtalo de nuevo.',
  RATE_LIMITED: 'Demasiados intentos seguidos. Espera un momento e inténtalo de nuevo.',
  INTERNAL: fallbackErrorText,
  UNAVAILABLE: 'El servicio está descansando un momento. No se perdió nada: inténtalo en unos segundos.',
  FOREIGN_ORIGIN: 'Por seguridad, esto solo se puede hacer desde Relato.',
  BODY_TOO_BIG: 'Es demasiado grande para enviarlo.',
  USERNAME_REQUIRED: 'Por favor ingresa un nombre de usuario',
  USERNAME_TOO_SHORT: 'El nombre de usuario debe tener al menos 3 caracteres',
  USERNAME_TOO_LONG: 'El nombre de usuario puede tener hasta 24 caracteres',
  USERNAME_INVALID: 'Usa solo letras, números, puntos, guiones y guiones bajos',
  USERNAME_TAKEN: 'Este nombre de usuario ya está en uso',
  USERNAME_RESERVED: 'Este nombre de usuario está reservado. Elige otro.',
  USERNAME_TOO_MANY: 'Ya guardamos 10 nombres que tuviste. Puedes volver a uno de ellos.',
  EMAIL_INVALID: 'Escribe un correo electrónico válido',
  PASSWORD_TOO_SHORT: 'Mínimo 6 caracteres',
  PASSWORD_TOO_LONG: 'La contraseña puede tener hasta 128 caracteres',
  PASSWORD_COMMON: 'Esa contraseña es muy conocida y fácil de adivinar. Elige otra.',
  PASSWORD_PERSONAL: 'Se parece demasiado a tu nombre de usuario o a tu correo. Elige otra.',
  PASSWORD_REQUIRED: 'Escribe tu contraseña actual',
  PASSWORD_WRONG: 'Esa no es tu contraseña actual',
  EMAIL_UNCHANGED: 'Ese ya es tu correo',
  EMAIL_IN_USE: 'Ese correo ya tiene una cuenta en Relato.',
  CONFIRMATION_REQUIRED: 'Escribe ELIMINAR para confirmar',
  INVALID_CREDENTIALS: 'El correo o la contraseña no coinciden',
  EMAIL_NOT_CONFIRMED: 'Revisa tu correo electrónico para confirmar tu cuenta.',
  ACCOUNT_SUSPENDED: 'Esta cuenta está suspendida. El motivo está en tu correo.',
  PROFILE_INCOMPLETE: 'Primero elige tu nombre de usuario.',
  LINK_INVALID: 'Este enlace no es válido. Cópialo entero o pide otro.',
  LINK_EXPIRED: 'Este enlace caducó. Pide otro y úsalo pronto.',
  LINK_USED: 'Este enlace ya se usó.',
  LINK_NEEDS_PASSWORD: 'Elige una contraseña para confirmar tu cuenta.',
  MAILED_ENOUGH: withWait.MAILED_ENOUGH('un rato'),
  SIGN_IN_LOCKED: withWait.SIGN_IN_LOCKED('un rato'),
  OAUTH_DENIED: 'No pasa nada: no diste permiso y no iniciaste sesión.',
  OAUTH_EXPIRED: 'Ese intento de entrar caducó o ya se usó. Inténtalo otra vez.',
  OAUTH_FAILED: 'No se pudo iniciar sesión. Inténtalo otra vez.',
  OAUTH_EMAIL_IN_USE:
    'Ya hay una cuenta con ese correo. Inicia sesión con tu contraseña y conéctala en tus ajustes.',
  IDENTITY_IN_USE: 'Esa cuenta ya está conectada a otro perfil, o el tuyo ya tiene una.',
  IDENTITY_LAST: 'Es tu única forma de entrar. Primero elige una contraseña o conecta otra cuenta.',
  SESSION_NOT_FRESH: 'Por seguridad, cierra sesión, vuelve a entrar e inténtalo otra vez.',
  RECORDING_NOT_FOUND:
    'No encontramos esta grabación en el servidor. Si está en este dispositivo, sigue a salvo.',
  RECORDING_NOT_OWN: 'Esta grabación es de otra cuenta. Sigue a salvo en este dispositivo.',
  RECORDING_NOT_READY: 'Tu grabación aún se está preparando. Espera unos segundos.',
  RECORDING_ALREADY_SAVED: 'Esta grabación ya está guardada entre tus historias.',
  AUDIO_EMPTY: 'La grabación está vacía: no llegó ningún sonido.',
  AUDIO_NOT_AUDIO: `No reconocimos este archivo como audio. Puede ser ${formats}.`,
  AUDIO_TRUNCATED: 'El archivo está cortado y no se puede leer. Cópialo o expórtalo de nuevo, entero.',
  AUDIO_UNDECODABLE:
    'No pudimos leer el sonido. Guárdalo como MP3 o M4A en otra aplicación y vuelve a elegirlo.',
  AUDIO_MOSTLY_MISSING: 'A esta grabación le falta más de la mitad del sonido.',
  AUDIO_TOO_LONG: 'La grabación dura más de 5 minutos.',
  AUDIO_TOO_BIG: 'La grabación pesa más de 16 MB.',
  UPLOAD_INVALID: 'El envío de la grabación falló. Sigue a salvo en este dispositivo.',
  UPLOAD_NOT_FOUND: 'El envío se interrumpió. Tu grabación sigue a salvo en este dispositivo.',
  UPLOAD_CONFLICT: 'La grabación ya se está enviando. Sigue a salvo en este dispositivo.',
  TRANSCRIPTION_OFF: 'La transcripción automática no está disponible. Puedes escribirla tú.',
  TRANSCRIPTION_FAILED: 'No se pudo transcribir el audio',
  STORAGE_FULL:
    'Tus grabaciones llenaron el espacio de tu cuenta (2 GB). Borra alguna historia para guardar más.',
  NETWORK_FULL:
    'Desde esta red llegaron hoy muchas grabaciones de cuentas nuevas. La tuya sigue a salvo en este dispositivo: prueba con otra red, o mañana.',
  DISK_FULL: 'El servidor no tiene espacio para más grabaciones ahora mismo. Inténtalo de nuevo más tarde.',
  STORY_NOT_FOUND: 'No encontramos esta historia. Quizá ya no es pública.',
  SUBJECT_NOT_FOUND: 'No encontramos historias de este tema.',
  STORY_EXISTS: 'Esta historia ya está guardada con otros datos.',
  TITLE_REQUIRED: 'El título es obligatorio para guardar tu historia',
  TITLE_TOO_LONG: 'El título puede tener hasta 300 caracteres',
  TRANSCRIPT_TOO_LONG: 'La transcripción puede tener hasta 20.000 caracteres',
  TAG_REQUIRED: 'Escribe la etiqueta antes de agregarla',
  TAG_TOO_LONG: 'Una etiqueta puede tener hasta 50 caracteres',
  TAG_DUPLICATE: 'Esa etiqueta ya está en la historia',
  TAGS_TOO_MANY: 'Una historia puede tener hasta 30 etiquetas',
  SEARCH_TOO_LONG: 'Puedes buscar con hasta 100 caracteres',
  SEARCH_BUSY: 'Hay muchas búsquedas a la vez. Prueba otra vez en unos segundos, o escribe algo más.',
  CURSOR_INVALID: 'No pudimos seguir la lista. Vuelve a cargarla.',
  COMMENT_REQUIRED: 'Escribe algo antes de enviarlo',
  COMMENT_TOO_LONG: 'Un comentario puede tener hasta 2.000 caracteres',
  COMMENT_DUPLICATE: 'Ese mismo comentario acaba de publicarse. Escríbelo de otra forma.',
  COMMENT_NOT_FOUND: 'Este comentario ya no está.',
  COMMENTS_MEMBERS_ONLY: 'En esta historia solo comenta quien ha iniciado sesión.',
  COMMENTS_BUSY: withWait.COMMENTS_BUSY('un rato'),
  ANONYMOUS_NAME_TOO_LONG: 'El nombre puede tener hasta 50 caracteres',
  ANONYMOUS_NAME_TAKEN: 'Ese nombre es de alguien con cuenta o del equipo. Escribe otro o déjalo vacío.',
  ABOUT_TOO_LONG: 'Lo que cuentas de ti puede tener hasta 160 caracteres',
  PHOTO_INVALID: 'No pudimos usar esta imagen. Prueba con otra foto.',
  PROFILE_NOT_FOUND: 'No encontramos este perfil. Quizá cambió de nombre.',
  PROFILE_UNAVAILABLE: 'No puedes ver este perfil',
  FOLLOW_SELF: 'No puedes seguirte a ti mismo',
  FOLLOWED_TAGS_TOO_MANY: 'Puedes seguir hasta 30 temas. Deja de seguir alguno.',
  BLOCKS_TOO_MANY: 'Ya bloqueas o silencias a 1.000 personas',
  MUTED_WORD_INVALID: 'Escribe una palabra de hasta 50 letras',
  MUTED_WORDS_TOO_MANY: 'Ya silencias 100 palabras',
  COLLECTION_NOT_FOUND: 'Esta colección no existe o es privada.',
  COLLECTION_NAME_REQUIRED: 'Ponle un nombre a la colección',
  COLLECTION_NAME_TOO_LONG: 'El nombre puede tener hasta 60 letras',
  COLLECTION_NAME_TAKEN: 'Ya tienes una colección con este nombre',
  COLLECTIONS_TOO_MANY: 'Ya tienes 100 colecciones. Borra antes alguna.',
  COLLECTION_FULL: 'Esta colección ya tiene 500 historias. Quita antes alguna.',
  REACTION_WORDS_CHANGED: 'Ese texto ha cambiado. Vuelve a elegir las palabras.',
  REACTIONS_TOO_MANY: `Ya dejaste ${limits.reactions.maxPerStory} señales en esta historia. Quita antes alguna.`,
  TOLD_TOO_MANY: `Ya te avisamos de ${limits.news.maxPeople} personas. Quita antes el aviso de alguna.`,
  REPORT_REASON_REQUIRED: 'Por favor selecciona una razón para reportar',
  REASON_REQUIRED: 'Escribe el motivo',
  REASON_TOO_LONG: 'El motivo puede tener hasta 500 caracteres',
  APPEAL_REQUIRED: 'Escribe por qué no estás de acuerdo',
  APPEAL_TOO_LONG: 'Tu apelación puede tener hasta 2.000 caracteres',
  APPEAL_OWN_DECISION: 'La decide otra persona del equipo',
  LAST_ADMINISTRATOR: 'Es la última cuenta de administración',
} as const satisfies Record<ErrorCode, string>;
