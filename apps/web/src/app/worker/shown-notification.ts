import { unknownPush } from '../../messages/bell/push.ts';

/** What is shown, and its data: the path that a press opens. */
interface ShownNotification {
  readonly title: string;
  readonly options: NotificationOptions & { readonly data: string };
}

const bell = '/avisos';

/**
 * Returns what a message of the push service shows. It is the declarative format, which Safari reads without us. Of an unknown or
 * broken one it says only that there is something, and an address leads nowhere but into the app.
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
  const url = typeof navigate === 'string' ? URL.parse(navigate, ownOrigin) : null;
  return url?.origin === ownOrigin ? url.pathname + url.search : bell;
}
