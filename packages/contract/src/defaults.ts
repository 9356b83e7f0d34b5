/** What stands where a person gave nothing. Data of the product, so they are stored and searched as such. */
export const defaults = {
  storyTitle: 'Historia sin título',
  transcript: 'No se pudo transcribir el audio',
  anonymousName: 'Anónimo',
  userName: 'Usuario',
} as const;

/** What a person types who means to delete their account. */
export const deletionWord = 'ELIMINAR';
