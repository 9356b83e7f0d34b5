import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { buildPushPayload } from '@block65/webcrypto-web-push';
import { isPushEndpoint } from '@relato/contract/news/rules';
import { limits } from '@relato/contract/limits';
import { toPayload, type PushNotification } from './notification.ts';
import { createGuardedLookup, isPublicAddress } from './public-address.ts';
import { PushError } from './push-error.ts';
import type { PushKeys } from './push-keys.ts';

/** What a browser gave when its user allowed notifications. */
export interface PushTarget {
  readonly endpoint: string;
  /** The public key of the browser, and its secret: base64url. */
  readonly p256dh: string;
  readonly auth: string;
}

interface Delivery {
  /** For so long the push service keeps what it cannot deliver. */
  readonly ttlSeconds: number;
  readonly signal: AbortSignal;
}

export interface Pusher {
  /** By which browsers tie a subscription to this server. */
  readonly publicKey: string;
  /**
   * Delivers a notification. Resolves with false if the subscription does not exist any more. Throws PushError.
   */
  send(target: PushTarget, notification: PushNotification, delivery: Delivery): Promise<boolean>;
}

/** What tests put in the place of the internet. */
export interface PushNetwork {
  readonly lookup?: LookupFunction;
  readonly mayConnect?: (address: string) => boolean;
  readonly port?: number;
  readonly ca?: string;
  readonly timeoutMs?: number;
}

/**
 * Creates what delivers notifications. `subject` is the https address of the server, where a push service reaches its operator.
 *
 * An endpoint is an address that a stranger chose: only https at known hosts is connected to, at a public address, no redirect is
 * followed, and of the answer nothing but the status is read.
 */
export function createPusher(subject: string, keys: PushKeys, network: PushNetwork = {}): Pusher {
  const { port, ca, mayConnect = isPublicAddress, timeoutMs = limits.push.timeoutMs } = network;
  const lookup = createGuardedLookup(mayConnect, network.lookup);
  const agent = new Agent({ maxSockets: 10, maxTotalSockets: 50 });

  async function post(
    target: PushTarget,
    notification: PushNotification,
    { ttlSeconds: ttl, signal }: Delivery,
  ) {
    const { endpoint, p256dh, auth } = target;
    const { headers, body } = await buildPushPayload(
      { data: toPayload(notification), options: { ttl, urgency: 'normal' } },
      { endpoint, expirationTime: null, keys: { p256dh, auth } },
      { subject, ...keys },
    ).catch(() => {
      throw new PushError('The notification cannot be encrypted', true);
    });
    const options = {
      method: 'POST',
      headers,
      agent,
      lookup,
      signal,
      ...(port && { port }),
      ...(ca && { ca }),
    };
    const sent = request(endpoint, options);
    sent.end(body);
    // What comes after the status, or breaks off, is of no interest.
    sent.on('error', () => {});
    // A request that is aborted after a switch of protocols ends without an error.
    const [answer] = (await once(sent, 'response', { signal })) as [IncomingMessage]; // the argument of this event
    answer.on('error', () => {}).destroy();
    return answer.statusCode ?? 0;
  }

  return {
    publicKey: keys.publicKey,
    send: async (target, notification, { ttlSeconds, signal }) => {
      if (!isPushEndpoint(target.endpoint))
        throw new PushError('The endpoint is no known push service', true);
      const { host } = new URL(target.endpoint);
      const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const status = await post(target, notification, { ttlSeconds, signal: limited }).catch(
        (error: unknown) => {
          if (error instanceof PushError) throw error;
          const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
          throw new PushError(`${host} cannot be reached (${code})`, false);
        },
      );
      if (status >= 200 && status < 300) return true;
      if (status === 404 || status === 410) return false;
      throw new PushError(`${host} answers ${status}`, status !== 429 && status < 500);
    },
  };
}
