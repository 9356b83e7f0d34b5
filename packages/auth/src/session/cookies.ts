import { Cookie } from 'lucia';

export interface CookieCodec {
  /** Returns the value of a Set-Cookie header. Null deletes the cookie. */
  readonly serialize: (value: string | null) => string;
  /** Returns the value of the cookie in a Cookie header, or null. */
  readonly read: (header: string) => string | null;
}

/**
 * Creates the codec of a cookie that scripts cannot read and other sites cannot send with a change. Over https, the prefix
 * `__Host-` makes browsers refuse a cookie that another host or plain http planted.
 */
export function createCookie(name: string, { secure, maxAgeSeconds }: CookieOptions): CookieCodec {
  const fullName = secure ? `__Host-${name}` : name;
  // Starts with the name and then looks back, because every request reads the header before any limit, and a client may
  // send thousands of other cookies in it.
  const pattern = new RegExp(`${fullName}=(?<=(?:^|;)\\s*${fullName}=)([^;]*)`);
  return {
    serialize: (value) =>
      new Cookie(fullName, value ?? '', {
        httpOnly: true,
        secure,
        sameSite: 'lax',
        path: '/',
        maxAge: value === null ? 0 : maxAgeSeconds,
      }).serialize(),
    // Names are not decoded. A browser does not see the prefix in `__%48ost-…`, so a reader that decodes names, like
    // Lucia's, would accept a planted cookie.
    read: (header) => pattern.exec(header)?.[1]?.trim() || null,
  };
}

interface CookieOptions {
  readonly secure: boolean;
  readonly maxAgeSeconds: number;
}
