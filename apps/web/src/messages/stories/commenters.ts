/** The texts about who may comment on a story, for its author and for users who may not. */
export const commentersText = {
  title: 'Quién puede comentar',
  choices: {
    anyone: 'Cualquiera',
    members: 'Solo con cuenta',
    followers: 'Solo quienes me siguen',
    nobody: 'Nadie más',
  },
  hint: '«Cualquiera» incluye a quien no tiene cuenta. Tú siempre puedes, y los comentarios que ya hay se siguen leyendo.',
  save: 'Guardar',
  saved: 'Comentarios actualizados',
  error: 'No se pudo guardar el cambio',
  membersOnly: 'Para comentar esta historia necesitas una cuenta.',
  membersOnlyDraft: 'Para enviarlo necesitas una cuenta. Tu texto te espera aquí.',
  followersOnly: (author: string) => `Sigue a ${author} para comentar aquí.`,
  followersOnlyDraft: (author: string) =>
    `Para enviarlo tienes que seguir a ${author}. Tu texto te espera aquí.`,
  closed: 'Los comentarios de esta historia están cerrados.',
  closedDraft: 'Quien contó esta historia cerró los comentarios. Tu texto sigue aquí: puedes copiarlo.',
  signIn: 'Iniciar Sesión',
} as const;
