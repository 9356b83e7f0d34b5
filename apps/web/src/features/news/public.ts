// The exports for other features; apps/web/layers.json lists the features that may import them.
export { BellLink } from './bell-link.tsx';
export { NewsSettings } from './news-settings.tsx';
/** Loads the question after the user has published a first story. */
export const loadPushQuestion = async () => (await import('./push/push-question.tsx')).PushQuestion;
