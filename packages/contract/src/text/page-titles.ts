/** The title of every page except public stories and profiles, whose titles begin with their own. */
export const siteTitle = 'Relato — Cuenta tu historia con tu voz';

interface TitledStory {
  readonly title: string;
  readonly author: { readonly username: string | null } | null;
}

export const toStoryTitle = ({ title, author }: TitledStory): string =>
  author?.username ? `${title} · ${author.username} – Relato` : `${title} – Relato`;

export const toProfileTitle = (username: string): string => `@${username} – Relato`;

export const toPodcastTitle = (username: string): string => `@${username} en Relato`;

export const toSubjectTitle = (tag: string): string => `Historias de ${tag} – Relato`;

export const toCollectionTitle = (name: string, username: string): string =>
  `${name} · Colección de @${username} – Relato`;

export const toSubjectPodcastTitle = (tag: string): string => `${tag} en Relato`;

/** The descriptions of pages without a text of their own. */
export const pageDescriptions = {
  story: 'Una historia contada de viva voz. Escúchala en Relato.',
  subject: (tag: string): string => `Historias sobre «${tag}», contadas de viva voz en Relato.`,
  collection: (name: string, username: string): string =>
    `«${name}»: historias contadas de viva voz que @${username} reúne en Relato.`,
  profile: (username: string): string => `Las historias que @${username} cuenta de viva voz en Relato.`,
} as const;
