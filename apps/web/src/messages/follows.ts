export const followsText = {
  follow: 'Seguir',
  unfollow: 'Dejar de seguir',
  following: 'Siguiendo',
  unfollowed: 'Dejaste de seguir',
  tell: 'Avísame de sus historias nuevas',
  told: 'Te avisamos de sus historias nuevas',
  /** Used in a list, where the label of the button names the user. */
  followPerson: (name: string) => `Seguir a ${name}`,
  followingPerson: (name: string) => `Siguiendo a ${name}. Dejar de seguir`,
  followersOf: (name: string) => `Seguidores de ${name}`,
  followedBy: (name: string) => `Siguiendo de ${name}`,
  noFollowers: 'No tiene seguidores aún',
  followsNobody: 'No sigue a nadie aún',
  loading: 'Cargando personas...',
  loadMore: 'Más personas',
  errors: {
    load: 'No se pudo cargar la lista',
    signIn: 'Debes iniciar sesión para seguir usuarios',
    self: 'No puedes seguirte a ti mismo',
    action: 'No se pudo completar la acción',
  },
} as const;
