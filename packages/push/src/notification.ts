/** The contents of a notification. Push services cannot read them, but everyone who sees a locked screen can. */
export interface PushNotification {
  readonly title: string;
  readonly body: string;
  /** The absolute address that a tap opens. */
  readonly navigate: string;
  /** A later notification with the same tag replaces this one. */
  readonly tag: string;
}

/**
 * Returns the payload in the declarative format (webkit.org/blog/16535). Safari shows it by itself from 18.4 on, and the
 * service worker elsewhere. 8030 marks the format.
 */
export const toPayload = (notification: PushNotification): string =>
  JSON.stringify({ web_push: 8030, notification: { lang: 'es', dir: 'ltr', ...notification } });
