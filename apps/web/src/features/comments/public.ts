// The exports for other features; apps/web/layers.json lists the features that may import them.
export { CommentsBlock } from './lazy-comments-block.ts';
export { CommentsToggle, useCommentsOpen } from './comments-toggle.tsx';
export { usePreloadComments } from './use-comments.ts';
