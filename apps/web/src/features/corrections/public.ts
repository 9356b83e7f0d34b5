// The exports for other features; apps/web/layers.json lists the features that may import them.
export { canExplain, WordExplanations } from './explained/word-explanations.tsx';
export { Thanks } from './thanks-part.tsx';
export { canCorrect, type ChosenWords } from './widen.ts';
export { WordCorrections } from './word-corrections.tsx';
