import { unknownPush } from '../../messages/bell/push.ts';

/** The shown texts, and the path that a press opens. */
interface ShownNotification {
  readonly title: string;
  readonly options: NotificationOptions & { readonly data: string };
}

const bell = '/avisos';

/**
 * Returns the notification for a push message. The format is the declarative one, which Safari reads without us. An unknown
 * or broken message gets a default text, and an address of another site opens the app.
 */
export function toShownNotification(text: string, ownOrigin: string): ShownNotification {
  const { title, body, tag, navigate } = read(text);
  const isKnown = typeof title === 'string' && typeof body === 'string';
  return {
    title: isKnown ? title : unknownPush.title,
    options: {
      body: isKnown ? body : unknownPush.body,
      lang: 'es',
      icon: '/icons/icon-192.png',
      ...(typeof tag === 'string' && { tag }),
      data: toOwnPath(navigate, ownOrigin),
    },
  };
}

function read(text: string): Readonly<Record<string, unknown>> {
  try {
    const { notification } = JSON.parse(text) as {
      readonly notification?: Readonly<Record<string, unknown>>;
    };
    return notification ?? {};
  } catch {
    return {};
  }
}

function toOwnPath(navigate: unknown, ownOrigin: string): string {
  try {
    const { origin, pathname, search } = new URL(typeof navigate === 'string' ? navigate : bell, ownOrigin);
    return origin === ownOrigin ? pathname + search : bell;
  } catch {
    return bell;
  }
}
