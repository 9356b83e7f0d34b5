// The exports for other features; apps/web/layers.json lists the features that may import them.
export { CollectionChoices } from './collection-choices.tsx';
export { EditCollectionSheet } from './edit-collection-sheet.tsx';
export { LaterButton } from './later-button.tsx';
export { PublicCollections } from './public-collections.tsx';
export { SignInToSee } from './sign-in-to-see.tsx';
export { oneAfterTheOther, showCollectionError, useCollectionsRefresh } from './use-collect.ts';
