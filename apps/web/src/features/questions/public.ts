// The exports for other features; apps/web/layers.json lists the features that may import them.
export { useKeptQuestion } from './use-kept-question.ts';
