import { isSavingDrafts, onSavings } from '../../features/recordings/drafts/saving/saving-progress.ts';
import { hasUnstored, onUnstored } from '../../features/recordings/drafts/store/unstored.ts';
import { watchErased } from '../../features/recordings/drafts/store/watch-erased.ts';
import { isRecorderBusy, onRecorderChange } from '../../features/recordings/recorder-presence.ts';
import { onSessionEvent } from '../../lib/session/session-channel.ts';
import { offerUpdate } from '../../lib/lazy/chunk-load-error.ts';
import { mendPush, silencePush } from '../../features/news/push/push-browser.ts';
import { takeOver } from './route-request.ts';

/** An app that stays open checks for a newer version when the user returns to it, at most this often. */
const askEveryMs = 3_600_000;

/**
 * Registers the service worker, and offers its newer versions. No page reloads before the user agrees. Renews the push
 * subscription, and deletes what an earlier page left of a deleted account.
 */
export async function startWorker(client: Parameters<typeof mendPush>[0]): Promise<void> {
  void watchErased();
  // The development server has no worker, and neither has a page without https.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  // If this fails, the next visit renews it.
  const mend = () => mendPush(client).catch(() => undefined);
  void mend();
  // The subscription ends with the session.
  onSessionEvent((event) => {
    if (event === 'signed-in') void mend();
    if (event === 'signed-out') void silencePush().catch(() => undefined);
  });
  let offered: ServiceWorker | null = null;
  const sync = () => {
    const update = offered;
    offerUpdate(update && isResting() ? () => takeUpdate(update) : null);
  };
  const consider = async () => {
    const { waiting } = registration;
    // Another tab may have activated the offered update, which this page still lacks.
    if (!waiting) return;
    // A page that was opened after the release already has it.
    if (await isOfItsBuild(waiting)) return activate(waiting);
    offered = waiting;
    sync();
  };
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', () => void consider());
  });
  onRecorderChange(sync);
  onSavings(sync);
  onUnstored(sync);
  await consider();
  askOnReturn(registration);
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes none
const activate = (waiting: ServiceWorker): void => waiting.postMessage(takeOver);

const isOfItsBuild = (waiting: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => resolve(data === true), { once: true });
    port1.start();
    const script = document.querySelector('script[type="module"]')?.getAttribute('src');
    waiting.postMessage(script, [port2]);
  });

const isResting = (): boolean => !isRecorderBusy() && !isSavingDrafts() && !hasUnstored();

/** The user may have begun to record since the press. The update then waits for another one. */
const reload = (): void => {
  if (isResting()) location.reload();
};

/** Only the tab in which the user agreed reloads, because another one may be recording. */
function takeUpdate(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  if (waiting.state === 'installed') activate(waiting);
  // Another tab has activated it, or a newer one replaced it, so no `controllerchange` will follow.
  else reload();
}

function askOnReturn(registration: ServiceWorkerRegistration): void {
  let askedAtMs = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || performance.now() - askedAtMs < askEveryMs) return;
    askedAtMs = performance.now();
    // Without a network the next visit checks again.
    registration.update().catch(() => undefined);
  });
}
