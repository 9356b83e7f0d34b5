export { createPusher, type Pusher, type PushTarget } from './pusher.ts';
export { createPushKeys } from './push-keys.ts';
export { PushError } from './push-error.ts';
export type { PushNotification } from './notification.ts';
