/** The texts for what a user left empty. The title is stored and can be searched for; the transcript is never stored. */
export const defaults = {
  storyTitle: 'Historia sin título',
  transcript: 'No se pudo transcribir el audio',
  anonymousName: 'Anónimo',
  userName: 'Usuario',
} as const;
