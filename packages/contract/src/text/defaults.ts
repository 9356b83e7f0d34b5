/** The texts that replace empty ones. The title is stored and searchable, but the transcript is never stored. */
export const defaults = {
  storyTitle: 'Historia sin título',
  transcript: 'No se pudo transcribir el audio',
  anonymousName: 'Anónimo',
  userName: 'Usuario',
} as const;
