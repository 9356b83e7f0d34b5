import { ModelError } from './model-error.ts';

const maxRedirects = 5;

interface ModelRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
}

/**
 * Requests a file and follows the redirects of the hub: five at most, over https, and not to an address of this machine or
 * its network. Only a stand-in on this machine may redirect to itself without https. Throws ModelError `server` for other
 * redirects, and the errors of fetch.
 */
export async function requestModel({ url, headers, signal }: ModelRequest): Promise<Response> {
  const first = new URL(url);
  let next = first;
  for (let count = 0; count <= maxRedirects; count += 1) {
    const response = await fetch(next, {
      redirect: 'manual',
      signal,
      // A compressed body would differ from its range.
      headers: { ...headers, 'Accept-Encoding': 'identity', 'User-Agent': 'relato' },
    });
    if (![301, 302, 303, 307, 308].includes(response.status)) return response;
    await response.body?.cancel();
    next = toNextAddress(response.headers.get('location'), next, first);
  }
  throw new ModelError('server', `${first.host} redirected more than ${maxRedirects} times.`);
}

function toNextAddress(location: string | null, from: URL, first: URL): URL {
  const next = location === null ? null : URL.parse(location, from.href);
  if (!next) throw new ModelError('server', `${from.host} redirected without an address.`);
  if (isLoopback(first.hostname) && next.host === first.host && next.protocol === first.protocol) return next;
  if (next.protocol !== 'https:') {
    throw new ModelError(
      'server',
      `${from.host} redirected to ${next.protocol}//, and only https:// is followed.`,
    );
  }
  if (isPrivate(next.hostname)) {
    throw new ModelError(
      'server',
      `${from.host} redirected to ${next.host}, an address of a private network.`,
    );
  }
  return next;
}

const isLoopback = (hostname: string): boolean => /^(127(\.\d+){3}|localhost|\[::1\])$/u.test(hostname);

/** URL normalizes addresses, so octal or decimal forms cannot bypass this. Names are not resolved. */
const isPrivate = (hostname: string): boolean =>
  isLoopback(hostname) ||
  /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./u.test(
    hostname,
  ) ||
  /^\[(::|f[cd]|fe[89ab])/u.test(hostname) ||
  /(^|\.)(localhost|local|internal)$/u.test(hostname) ||
  !/[.:]/u.test(hostname);
