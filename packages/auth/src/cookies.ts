import { Cookie } from 'lucia';

export interface CookieJar {
  /** A line for Set-Cookie; null takes the cookie away. */
  readonly serialize: (value: string | null) => string;
  /** Its value in a Cookie header, or null. */
  readonly read: (header: string) => string | null;
}

/**
 * A cookie that scripts cannot read and other sites cannot send along with a change. Over https its name's prefix
 * makes browsers refuse one that another host or plain http planted.
 */
export function createCookie(name: string, { secure, maxAgeSeconds }: CookieOptions): CookieJar {
  const fullName = secure ? `__Host-${name}` : name;
  const prefix = `${fullName}=`;
  return {
    serialize: (value) =>
      new Cookie(fullName, value ?? '', {
        httpOnly: true,
        secure,
        sameSite: 'lax',
        path: '/',
        maxAge: value === null ? 0 : maxAgeSeconds,
      }).serialize(),
    // Names are compared as they came: a browser does not see the prefix in `__%48ost-…`, so a reader that decodes
    // names, as Lucia's does, would take a planted cookie for ours.
    read: (header) =>
      header
        .split(';')
        .map((each) => each.trim())
        .find((each) => each.startsWith(prefix))
        ?.slice(prefix.length) || null,
  };
}

interface CookieOptions {
  readonly secure: boolean;
  readonly maxAgeSeconds: number;
}
