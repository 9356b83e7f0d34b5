// What other features use of this one; apps/web/layers.json says which may.
export { FollowButton } from './follow-button.tsx';
export { ProfileCounters } from './profile-counters.tsx';
