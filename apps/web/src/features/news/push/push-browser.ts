import type { UserId } from '@relato/contract/ids';
import type { NewsSettings } from '@relato/contract/news/types';
import { readLocal, storeLocal } from '../../../lib/local-storage.ts';
import { withTimeout } from '../../../lib/with-timeout.ts';
import type { trpc } from '../../../lib/calls/trpc.ts';

type Client = ReturnType<typeof trpc.useUtils>['client'];

/** `install`: an iPhone or iPad, which has notifications only for installed apps. `refused`: the user denied the permission. */
export type PushState = 'unsupported' | 'install' | 'refused' | 'off' | 'on';

/** The user for whom this browser is subscribed. Another user who signs in here has not asked for notifications. */
const ownerKey = 'relato.push';
/** A worker that does not start within this time will not. */
const workerTimeoutMs = 10_000;

const isApplePhone = (): boolean =>
  /iP(?:hone|ad|od)/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

export async function readPushState(userId: string): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isApplePhone() ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'refused';
  const isAsked = Notification.permission === 'granted' && readLocal(ownerKey) === userId;
  return isAsked && (await findSubscription()) ? 'on' : 'off';
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Asks for the permission, in the press that called it, and subscribes this browser. Rejects if the subscription fails; a
 * refusal resolves.
 */
export async function enablePush(client: Client, userId: UserId, pushKey: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState(userId);
  // Stored first, because a renewal that is under way unsubscribes a browser without an owner.
  storeLocal(ownerKey, userId);
  try {
    await subscribe(client, userId, pushKey);
  } catch (error) {
    // The server may have stored a subscription whose answer was lost.
    await disablePush(client).catch(() => storeLocal(ownerKey, null));
    throw error;
  }
  return 'on';
}

/** Rejects if the browser stays subscribed. */
export async function disablePush(client: Client): Promise<void> {
  await withdraw(client, await findSubscription());
}

async function withdraw(client: Client, subscription: PushSubscription | null): Promise<void> {
  await subscription?.unsubscribe();
  storeLocal(ownerKey, null);
  // If this fails, the push service tells the server that the subscription is gone.
  const endpoint = subscription?.endpoint;
  if (endpoint) await client.news.unsubscribe.mutate({ endpoint }).catch(() => undefined);
}

/** Drops what the push service still holds for a user who has signed out. The server has dropped the subscription, too. */
export async function silencePush(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
  const registration = await navigator.serviceWorker.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}

/**
 * Renews the subscription of a browser whose user has asked for notifications, because browsers let it expire and push
 * services replace it silently. Does nothing for all other users.
 */
export async function mendPush(client: Client): Promise<void> {
  const owner = readLocal(ownerKey);
  if (!owner || !('Notification' in window)) return;
  if (Notification.permission !== 'granted') return void storeLocal(ownerKey, null);
  const session = await client.account.session.query();
  if (session?.user.id !== owner) return;
  const { pushKey } = await client.news.settings.query();
  if (pushKey === null || readLocal(ownerKey) !== owner) return;
  await subscribe(client, session.user.id, pushKey);
}

async function subscribe(
  client: Client,
  userId: UserId,
  pushKey: NonNullable<NewsSettings['pushKey']>,
): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const { pushManager } = await withTimeout(workerTimeoutMs, serviceWorker.ready);
  const before = await pushManager.getSubscription();
  // The server has changed its keys, and could not send to this subscription.
  if (before && !isOfKey(before, pushKey)) await before.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  const { endpoint, keys } = subscription.toJSON();
  try {
    await client.news.subscribe.mutate({
      endpoint: endpoint ?? '',
      p256dh: keys?.['p256dh'] ?? '',
      auth: keys?.['auth'] ?? '',
      // Another user may have signed in since this tab read the session.
      userId,
    });
  } finally {
    // The user has switched the notifications off meanwhile. The server may have heard that before this subscription.
    if (readLocal(ownerKey) === null) await withdraw(client, subscription);
  }
}

function isOfKey({ options }: PushSubscription, pushKey: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const key = btoa(String.fromCodePoint(...bytes));
  return key.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === pushKey;
}
