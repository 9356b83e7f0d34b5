// What other features use of this one; apps/web/layers.json says which may.
export { CommentsBlock } from './comments-block.tsx';
export { CommentsToggle } from './comments-toggle.tsx';
export { showCommentError } from './show-comment-error.ts';
export { useCommentsOpen } from './comments-toggle.tsx';
