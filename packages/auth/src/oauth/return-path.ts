import { limits } from '@relato/contract/limits';

const anyOrigin = 'http://app.invalid';

/**
 * `wanted` as a path of the app, with its query and without a fragment; the root for everything else. What a browser
 * or a proxy could read as another address, once decoded as often as anybody might, is not taken.
 */
export function toReturnPath(wanted: string | null | undefined): string {
  // Parsers of addresses skip control characters and take a backslash for a slash.
  if (!wanted || wanted.length > limits.oauth.maxReturnPathLength || !/^\/[^\\\p{C}]*$/u.test(wanted))
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
