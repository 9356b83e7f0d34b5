// Apart from the texts of sheets and the profile, because every screen shows these.
export const sessionText = {
  signIn: 'Iniciar Sesión',
  signOut: 'Cerrar Sesión',
  signedOut: 'Sesión cerrada',
  /** Not by the user here: it has expired, or was ended from elsewhere. */
  ended: { title: 'Tu sesión se cerró', text: 'Inicia sesión otra vez para seguir.' },
  signOutFailed: { title: 'Error', text: 'No se pudo cerrar la sesión' },
  menu: 'Tu cuenta',
  ownProfile: 'Mi Perfil',
  anonymousUser: 'Usuario Anónimo',
  author: (username: string) => `@${username}`,
} as const;
