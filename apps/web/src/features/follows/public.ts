// The exports for other features; apps/web/layers.json lists the features that may import them.
export { FollowButton, FollowTagButton } from './follow-button.tsx';
export { useFollow } from './use-follow.ts';
export { ProfileCounters } from './profile-counters.tsx';
