// The exports for other features; apps/web/layers.json lists the features that may import them.
export { MyStories } from './my-stories.tsx';
export { StoryPages } from './story-pages.tsx';
export { StorySkeleton } from './story-skeleton.tsx';
export { TagEditor } from './tag-editor.tsx';
