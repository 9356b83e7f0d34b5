import { serverLimits } from '@relato/contract/server-limits';

const anyOrigin = 'http://app.invalid';

/**
 * Returns `wanted` if it is a path of the app, with its query and without its fragment, or else the root. Refuses every text
 * that a browser or a proxy could read as another address after any number of decodings.
 */
export function toReturnPath(wanted: string | null | undefined): string {
  // URL parsers skip control characters and treat a backslash as a slash.
  if (!wanted || wanted.length > serverLimits.oauth.maxReturnPathLength || !/^\/[^\\\p{C}]*$/u.test(wanted))
    return '/';
  const url = URL.parse(wanted, anyOrigin);
  return url?.origin === anyOrigin && isPath(url.pathname) ? url.pathname + url.search : '/';
}

function isPath(path: string): boolean {
  for (let text = path, decoded = ''; ; text = decoded) {
    if (!/^\/(?!\/)[^\\\p{C}\p{Z}]*$/u.test(text)) return false;
    try {
      decoded = decodeURIComponent(text);
    } catch {
      return false;
    }
    if (decoded === text) return true;
  }
}
