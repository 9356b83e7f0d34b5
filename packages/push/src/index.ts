export { createPusher, type Pusher, type PushNetwork, type PushTarget } from './pusher.ts';
export { createPushKeys, type PushKeys } from './push-keys.ts';
export { PushError } from './push-error.ts';
export type { PushNotification } from './notification.ts';
