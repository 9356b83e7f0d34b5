// The exports for other features; apps/web/layers.json lists the features that may import them.
export { BlocksSettings } from './blocks-settings.tsx';
export { PersonMenu } from './lazy-person-menu.ts';
export { UnmuteLine } from './unmute-line.tsx';
export { useMutedWords } from './use-muted-words.ts';
