// The exports for other features; apps/web/layers.json lists the features that may import them.
export { CopyFeed } from './podcast/copy-feed.tsx';
export { Subscribe } from './podcast/subscribe.tsx';
export { HearingSettings } from './for-me/hearing-settings.tsx';
export { MyStories } from './own/my-stories.tsx';
export { CopyLink } from './sharing/copy-link.tsx';
export { QrCode } from './sharing/qr-code.tsx';
export { StoryPages } from './list/story-pages.tsx';
export { StorySkeleton } from './story-skeleton.tsx';
export { TagEditor } from './tags/tag-editor.tsx';
