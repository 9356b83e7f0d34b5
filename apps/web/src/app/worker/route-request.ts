import { share } from '@relato/contract/recordings/share-target';

/** The message by which a page tells a waiting worker to become active. */
export const takeOver = 'take-over';

/** The property of the message with which a worker opens the path of a notification in a tab. */
export const openPath = 'open-path';
export type OpenPath = { readonly [openPath]?: string };

/** `network` leaves a request to the browser, as if there were no worker. */
type RequestRoute = 'page' | 'file' | 'share' | 'network';

/** The paths at which the server answers with something other than the page of the app. */
const serverPaths =
  /^\/(?:audio|upload|trpc|auth|export|transcript|preview|photo|sitemap|embed|feed|legal|privacidad|oembed|metrics|livez|readyz)(?:\/|$)/;

/** A username and a tag may end like a file name; below them there are files. */
const isFileName = (path: string): boolean => /\.\w+$/.test(path) && !/^\/(?:u|tema)\/[^/]+$/.test(path);

/** Returns the route of a request. Range requests are for sound, which is never stored. */
export function routeRequest(
  { method, mode, url, headers }: Pick<Request, 'method' | 'mode' | 'url' | 'headers'>,
  ownOrigin: string,
): RequestRoute {
  const { origin, pathname } = new URL(url);
  if (origin !== ownOrigin || headers.has('range')) return 'network';
  if (method === 'POST' && pathname === share.path) return 'share';
  if (method !== 'GET' || serverPaths.test(pathname)) return 'network';
  if (pathname.startsWith('/assets/')) return 'file';
  return mode === 'navigate' && !isFileName(pathname) ? 'page' : 'network';
}
