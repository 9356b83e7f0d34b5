/** Loads the question after the user has published a first story. */
export const loadPushQuestion = async () => (await import('./push-question.tsx')).PushQuestion;
