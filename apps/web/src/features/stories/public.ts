// What other features use of this one; apps/web/layers.json says which may.
export { MyStories } from './my-stories.tsx';
export { StoryPages } from './story-pages.tsx';
export { StorySkeleton } from './story-skeleton.tsx';
export { TagEditor } from './tag-editor.tsx';
