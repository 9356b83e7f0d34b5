/** Stands where a person gave nothing. The title is stored and searched as such; the transcript is only read so. */
export const defaults = {
  storyTitle: 'Historia sin título',
  transcript: 'No se pudo transcribir el audio',
  anonymousName: 'Anónimo',
  userName: 'Usuario',
} as const;
