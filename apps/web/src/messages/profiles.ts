import { sessionText } from './account/session.ts';
import { storiesText } from './stories.ts';

export const profilesText = {
  title: 'Perfil',
  own: sessionText.ownProfile,
  settings: 'Ajustes',
  posts: 'Historias',
  followers: 'Seguidores',
  following: 'Siguiendo',
  myStories: 'Mis Historias',
  storiesOf: (name: string) => `Historias de ${name}`,
  subscribe: 'Suscribirse',
  loading: 'Cargando perfil...',
  noStories: {
    title: storiesText.empty.community.title,
    text: (name: string) => `Cuando ${name} publique una, estará aquí.`,
  },
  gone: {
    title: 'No encontramos este perfil',
    text: 'Quizá cambió de nombre o ya no está.',
    link: storiesText.gone.link,
  },
  join: {
    title: 'Únete',
    text: 'Guarda tus historias y sigue a quien te gusta escuchar.',
    signUp: 'Crear Cuenta',
    signIn: sessionText.signIn,
  },
  email: 'Correo electrónico',
  username: 'Nombre de usuario',
  usernameFree: 'Está libre',
  usernameUnchecked: 'No pudimos comprobar si está libre. Lo sabrás al guardar.',
  save: 'Guardar Perfil',
  saved: 'Perfil guardado',
  evenLoudness: 'Mismo volumen para todas',
  evenLoudnessHint: 'Todas las historias se oyen igual de fuerte en este dispositivo.',
  completed: '¡Perfil completado!',
  complete: { title: '¿Cómo te llamamos?', text: 'Así aparecerás en tus historias.', submit: 'Continuar' },
  errors: {
    load: 'No se pudo cargar el perfil',
    stories: 'No se pudieron cargar sus historias',
    save: 'No se pudo guardar el perfil. Intenta de nuevo.',
    saveUsername: 'No se pudo guardar el nombre de usuario',
  },
} as const;
