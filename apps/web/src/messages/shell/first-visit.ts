/** Says what Relato is to a visitor whom a shared link led to a story. Loads with the story. */
export const firstVisitText = 'Historias reales, contadas de viva voz.';
