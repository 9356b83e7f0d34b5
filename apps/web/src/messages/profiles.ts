import { sessionText } from './session.ts';

export const profilesText = {
  title: 'Perfil',
  own: sessionText.ownProfile,
  settings: 'Ajustes',
  posts: 'Historias',
  followers: 'Seguidores',
  following: 'Siguiendo',
  myStories: 'Mis Historias',
  storiesOf: (name: string) => `Historias de ${name}`,
  join: {
    title: 'Únete',
    text: 'Guarda tus historias y sigue a quien te gusta escuchar.',
    signUp: 'Crear Cuenta',
    signIn: sessionText.signIn,
  },
  email: 'Correo electrónico',
  username: 'Nombre de usuario',
  save: 'Guardar Perfil',
  saved: 'Perfil guardado',
  completed: '¡Perfil completado!',
  complete: { title: '¿Cómo te llamamos?', text: 'Así aparecerás en tus historias.', submit: 'Continuar' },
  errors: {
    load: 'No se pudo cargar el perfil',
    save: 'No se pudo guardar el perfil. Intenta de nuevo.',
    saveUsername: 'No se pudo guardar el nombre de usuario',
  },
} as const;
