// The exports for other features; apps/web/layers.json lists the features that may import them.
export { BlocksSettings } from './blocks-settings.tsx';
export { PersonMenu } from './person-menu.tsx';
export { PersonChoices } from './person-sheet.tsx';
export { UnmuteLine } from './unmute-line.tsx';
export { useMutedWords } from './use-muted-words.ts';
export { useShownTitle } from './use-shown-title.ts';
