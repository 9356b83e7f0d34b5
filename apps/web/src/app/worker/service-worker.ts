import { share, type ShareOutcome } from '@relato/contract/recordings/share-target';
import { openPath, takeOver, routeRequest } from './route-request.ts';
import { toShownNotification } from './shown-notification.ts';

// The used part of a service worker's scope, which the DOM library lacks.
interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface WorkerFetchEvent extends WaitingEvent {
  readonly request: Request;
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface PushEvent extends WaitingEvent {
  readonly data: { text(): string } | null;
}
interface NotificationEvent extends WaitingEvent {
  readonly notification: Notification;
}
interface WindowClient {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<WindowClient>;
  postMessage(message: unknown, transfer: readonly Transferable[]): void;
}
interface WorkerEvents {
  readonly install: WaitingEvent;
  readonly activate: WaitingEvent;
  readonly fetch: WorkerFetchEvent;
  readonly message: MessageEvent;
  readonly push: PushEvent;
  readonly notificationclick: NotificationEvent;
}
interface WorkerScope {
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { readonly type: 'window' }): Promise<readonly WindowClient[]>;
    openWindow(path: string): Promise<WindowClient | null>;
  };
  readonly registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
    readonly navigationPreload?: { enable(): Promise<void> };
  };
  readonly navigator: { readonly userAgent: string; readonly connection?: { readonly saveData?: boolean } };
  addEventListener<Type extends keyof WorkerEvents>(
    type: Type,
    listener: (event: WorkerEvents[Type]) => void,
  ): void;
  skipWaiting(): Promise<void>;
}

/** The addresses of the build's files, those that a recording needs, and the name of the build; the build inserts them. */
declare const files: readonly string[];
declare const filesToRecord: readonly string[];
declare const buildName: string;

const worker = self as unknown as WorkerScope; // this file runs nowhere else
const cacheName = `relato-${buildName}`;
const shell = '/';
/**
 * Firefox shows its error page when a preload finds no server, whatever the worker answers
 * (github.com/GoogleChrome/workbox/issues/3134). Without a preload, its pages fetch their data themselves.
 */
const preloads = !worker.navigator.userAgent.includes('Firefox/');
/** After this time the stored page shows, and fetches its data itself. */
const pageTimeoutMs = 6_000;

worker.addEventListener('install', (event) => event.waitUntil(store()));

worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([removeOtherBuilds(), preloadPages(), worker.clients.claim()]));
});

worker.addEventListener('message', ({ data, ports }) => {
  if (data === takeOver) void worker.skipWaiting();
  // The page asks whether its script belongs to this build.
  else ports[0]?.postMessage(files.includes(String(data)));
});

worker.addEventListener('push', (event) => {
  // Every message shows something, because browsers end the subscription after messages that show nothing.
  const { title, options } = toShownNotification(event.data?.text() ?? '', worker.location.origin);
  event.waitUntil(worker.registration.showNotification(title, options));
});

worker.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(open(String(notification.data)));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  switch (routeRequest(request, worker.location.origin)) {
    case 'page':
      return event.respondWith(answerPage(event));
    case 'file':
      return event.respondWith(answerFile(event));
    case 'share':
      return event.respondWith(takeShare(request));
    case 'network':
      // Uses the browser's preload, because a second request would repeat the end of an OAuth sign-in, which counts once.
      return preloads && request.mode === 'navigate' ? event.respondWith(ask(event)) : undefined;
  }
});

/** The time in which a tab has to answer that it opens the notification's path. */
const openTimeoutMs = 300;

/** Focuses an open tab and lets it navigate within the app, so that it loses nothing. Opens a new tab if none answers. */
async function open(path: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window' });
  // A press allows one focus or one new tab, and a page that the server renders cannot answer.
  const tabs = windows.filter(isOfApp);
  const visible = tabs.filter(({ visibilityState }) => visibilityState === 'visible');
  for (const tab of new Set([...visible, ...tabs])) if (await lead(tab, path)) return;
  await worker.clients.openWindow(path);
}

const isOfApp = ({ url }: WindowClient): boolean =>
  routeRequest({ method: 'GET', mode: 'navigate', url, headers: new Headers() }, worker.location.origin) ===
  'page';

async function lead(tab: WindowClient, path: string): Promise<boolean> {
  // Focuses before any await, because the permission ends with the press. A tab that cannot be focused navigates too.
  await tab.focus().catch(() => undefined);
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => resolve(true), { once: true });
    port1.start();
    setTimeout(() => resolve(false), openTimeoutMs);
    tab.postMessage({ [openPath]: path }, [port2]);
  });
}

async function store(): Promise<void> {
  const cache = await caches.open(cacheName);
  // Stores the page without a cookie, because it outlives a sign-out and must hold no user's data.
  const page = await fetch(shell, { credentials: 'omit', cache: 'no-store' });
  if (!page.ok) throw new Error(`The page answers ${page.status}`);
  const html = await page.text();
  // During a deployment a server of another release may answer, whose page needs files that are not stored. The browser then
  // installs the worker again later.
  const named = html.match(/\/assets\/[\w.-]+\.(?:js|css)\b/g) ?? [];
  if (!named.every((file) => files.includes(file))) throw new Error('The page is one of another build');
  const now = worker.navigator.connection?.saveData === true ? filesToRecord : files;
  await Promise.all([cache.put(shell, markStored(html, page.headers)), cache.addAll(now)]);
}

/** Marks the page as stored. */
function markStored(html: string, received: Headers): Response {
  const headers = new Headers(received);
  // These headers describe the compressed page.
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  return new Response(html.replace('<html ', '<html data-stored '), { headers });
}

async function removeOtherBuilds(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith('relato-') && name !== cacheName);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/**
 * Lets the browser request a page itself while the worker starts. A request of the worker is no navigation: the server sends
 * data only with navigations, and reads from their headers which site they come from.
 */
async function preloadPages(): Promise<void> {
  if (preloads) await worker.registration.navigationPreload?.enable();
}

const ask = async ({ request, preloadResponse }: WorkerFetchEvent): Promise<Response> =>
  (await preloadResponse) ?? fetch(request);

/** A storage that cannot be read, for example on a broken disk, counts as an empty one. */
const findStored = (address: string, options?: MultiCacheQueryOptions): Promise<Response | undefined> =>
  caches.match(address, options).catch(() => undefined);

/** Answers with the server's page and its data, or with the stored page if the server does not answer or fails. */
async function answerPage(event: WorkerFetchEvent): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), pageTimeoutMs);
  });
  const asked = ask(event);
  const answer = await Promise.race([asked, late]).catch(() => null);
  clearTimeout(timer);
  if (answer && answer.status < 500) return answer;
  return (await findStored(shell, { cacheName })) ?? answer ?? asked;
}

/**
 * The names of the files contain a hash, so a stored one is right for every build. A file that was omitted to save data is
 * stored when a page needs it.
 */
async function answerFile(event: WorkerFetchEvent): Promise<Response> {
  const { request } = event;
  const stored = await findStored(request.url);
  if (stored) return stored;
  const answer = await fetch(request);
  if (answer.ok && files.includes(new URL(request.url).pathname)) {
    const kept = answer.clone();
    // A full storage must not withhold the answer.
    event.waitUntil(storeFile(request.url, kept).catch(() => undefined));
  }
  return answer;
}

async function storeFile(address: string, answer: Response): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.put(address, answer);
}

/** Keeps a shared file until the recorder opens it. */
async function takeShare(request: Request): Promise<Response> {
  const outcome = await keepShared(request);
  return Response.redirect(`/record?${share.parameter}=${outcome}`, 303);
}

async function keepShared(request: Request): Promise<ShareOutcome> {
  let bytes = 0;
  // Reading ends at the limit, because a form of gigabytes does not fit into memory, and its length is not known before.
  const limited = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes > share.maxBytes) controller.error(new Error('too big'));
      else controller.enqueue(chunk);
    },
  });
  const type = request.headers.get('content-type') ?? '';
  try {
    // Firefox provides no stream, and keeps a large blob on the disk.
    const body = request.body ?? (await request.blob()).stream();
    const form = new Response(body.pipeThrough(limited), { headers: { 'Content-Type': type } });
    const file = (await form.formData()).get(share.field);
    if (!(file instanceof File)) return 'missing';
    const cache = await caches.open(share.cache);
    const headers = { 'Content-Type': file.type, [share.nameHeader]: encodeURIComponent(file.name) };
    await cache.put(share.address, new Response(file, { headers }));
    return 'taken';
  } catch {
    return bytes > share.maxBytes ? 'too-big' : 'missing';
  }
}
