/** The texts of the screen of a single story. They load with it. */
export const storyScreenText = {
  firstVisit: 'Historias reales, contadas de viva voz.',
  loadFailed: 'No se pudo cargar la historia',
} as const;
