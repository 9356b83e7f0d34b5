import { randomUUID } from 'node:crypto';
import { userId } from '@relato/contract/ids';
import { afterEach, expect, it, vi } from 'vitest';
import { trpc } from '../../../lib/calls/trpc.ts';
import { stubStorage } from '../../../lib/testing/fake-storage.ts';
import { runHook } from '../../../lib/testing/run-hook.tsx';
import { disablePush, enablePush, mendPush, readPushState, silencePush } from './push-browser.ts';

const made = {
  endpoint: 'https://push.test/this-browser',
  options: { applicationServerKey: null },
  toJSON: () => ({ endpoint: made.endpoint, keys: {} }),
  unsubscribe: async () => {
    current = null;
    return true;
  },
};
let current: typeof made | null;
const close = vi.fn<() => void>();
const shown = [{ close }];

/** A browser whose user Ana has asked for notifications, and which has lost its subscription. */
function stubBrowser(onSubscribe: () => Promise<void>): void {
  current = null;
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async () => {
      await onSubscribe();
      current = made;
      return made;
    },
  };
  const registration = { pushManager, getNotifications: async () => shown };
  const serviceWorker = {
    register: async () => registration,
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  };
  const Notification = { permission: 'granted', requestPermission: async () => 'granted' };
  vi.stubGlobal('navigator', { serviceWorker, userAgent: '' });
  vi.stubGlobal('Notification', Notification);
  vi.stubGlobal('window', { Notification, PushManager: {} });
  stubStorage('localStorage', new Map([['relato.push', 'ana']]));
}

afterEach(() => void vi.unstubAllGlobals());

/** Renews the subscription. Ana switches the notifications off at the given step. Returns the steps. */
async function renew(offAt?: string): Promise<string[]> {
  const steps: string[] = [];
  const pass = async (step: string) => {
    steps.push(step);
    if (step === offAt) await disablePush(client);
  };
  stubBrowser(() => pass('subscribe'));
  const { result: client } = runHook(
    () => trpc.useUtils().client,
    async (procedure) => {
      await pass(procedure);
      if (procedure === 'account.session') return { user: { id: 'ana' } };
      return procedure === 'news.settings' ? { pushKey: 'key' } : null;
    },
  );
  await mendPush(client);
  return steps;
}

it('renews the subscription of a user who has asked for notifications', async () => {
  expect(await renew()).toEqual(['account.session', 'news.settings', 'subscribe', 'news.subscribe']);
  expect(await readPushState('ana')).toBe('on');
  expect(current).toBe(made);
});

it.each(['account.session', 'news.settings'])(
  'subscribes no user who switches them off meanwhile: %s',
  async (step) => {
    expect(await renew(step)).not.toContain('subscribe');
    expect(current).toBeNull();
  },
);

it.each([
  ['subscribe', ['news.subscribe', 'news.unsubscribe']],
  // The server may have heard the first one before the subscription.
  ['news.subscribe', ['news.unsubscribe', 'news.unsubscribe']],
])('unsubscribes a user who switches them off while the browser subscribes: %s', async (step, last) => {
  expect((await renew(step)).slice(-2)).toEqual(last);
  expect(current).toBeNull();
  expect(await readPushState('ana')).toBe('off');
});

it('leaves no subscription behind if the answer to it was lost', async () => {
  const unsubscribed: string[] = [];
  stubBrowser(async () => undefined);
  const { result: client } = runHook(
    () => trpc.useUtils().client,
    async (procedure) => {
      if (procedure === 'news.subscribe') throw new TypeError('Failed to fetch');
      unsubscribed.push(procedure);
      return null;
    },
  );
  await expect(enablePush(client, userId.parse(randomUUID()), 'key')).rejects.toThrow('Failed to fetch');
  expect(current).toBeNull();
  expect(unsubscribed).toEqual(['news.unsubscribe']);
});

it('leaves nothing to see of a user who has signed out, and remembers who asked for notifications', async () => {
  await renew();
  await silencePush();
  expect(current).toBeNull();
  expect(close).toHaveBeenCalledOnce();
  expect(localStorage.getItem('relato.push')).toBe('ana');
});
