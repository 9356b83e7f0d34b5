// The exports for other features; apps/web/layers.json lists the features that may import them.
export { MyStories } from './own/my-stories.tsx';
export { copyText } from './sharing/copy-text.ts';
export { StoryPages } from './list/story-pages.tsx';
export { StorySkeleton } from './story-skeleton.tsx';
export { TagEditor } from './tags/tag-editor.tsx';
