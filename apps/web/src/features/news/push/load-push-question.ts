/** Loaded for those who have just published their first story. */
export const loadPushQuestion = async () => (await import('./push-question.tsx')).PushQuestion;
