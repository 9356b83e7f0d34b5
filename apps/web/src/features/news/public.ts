// The exports for other features; apps/web/layers.json lists the features that may import them.
export { BellLink } from './bell-link.tsx';
export { NewsSettings } from './news-settings.tsx';
export { loadPushQuestion } from './push/load-push-question.ts';
