// Separate from the texts of sheets and the profile, because every screen loads these.
export const sessionText = {
  signIn: 'Iniciar Sesión',
  signOut: 'Cerrar Sesión',
  signedOut: 'Sesión cerrada',
  /** Shown if the session expired, or was ended elsewhere. */
  ended: { title: 'Tu sesión se cerró', text: 'Inicia sesión otra vez para seguir.' },
  signOutFailed: { title: 'Error', text: 'No se pudo cerrar la sesión' },
  menu: 'Tu cuenta',
  ownProfile: 'Mi Perfil',
  anonymousUser: 'Usuario Anónimo',
  author: (username: string) => `@${username}`,
} as const;
