import { limits } from '@relato/contract/limits';
import { Cookie, TimeSpan } from 'lucia';

/** Over https the prefix makes browsers refuse a cookie that another host or plain http planted. */
const nameOf = (secure: boolean): string => (secure ? '__Host-relato_session' : 'relato_session');

/** A line for Set-Cookie; a null token takes the cookie away. */
export function toSessionCookie(secure: boolean, token: string | null): string {
  const maxAge = token === null ? 0 : new TimeSpan(limits.session.idleDays, 'd').seconds();
  return new Cookie(nameOf(secure), token ?? '', {
    httpOnly: true,
    secure,
    sameSite: 'lax',
    path: '/',
    maxAge,
  }).serialize();
}

/**
 * The token in a Cookie header, or null. Names are compared as they came: a browser does not see the prefix in
 * `__%48ost-…`, so a reader that decodes names, as Lucia's does, would take a planted cookie for ours.
 */
export function readSessionCookie(secure: boolean, header: string): string | null {
  const prefix = `${nameOf(secure)}=`;
  const pair = header
    .split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(prefix));
  return pair?.slice(prefix.length) || null;
}
