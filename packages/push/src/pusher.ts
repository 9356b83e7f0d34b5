import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { buildPushPayload } from '@block65/webcrypto-web-push';
import { codeOf } from '@relato/contract/errors';
import { isPushEndpoint } from '@relato/contract/news/rules';
import { pushLimits } from '@relato/contract/news/push-limits';
import { toPayload, type PushNotification } from './notification.ts';
import { createGuardedLookup, isPublicAddress } from './public-address.ts';
import { PushError } from './push-error.ts';
import type { PushKeys } from './push-keys.ts';

/** The data of the browser from when its user allowed notifications. */
export interface PushTarget {
  readonly endpoint: string;
  /** The public key of the browser and its secret, in base64url. */
  readonly p256dh: string;
  readonly auth: string;
}

interface Delivery {
  /** The time for which the push service keeps undelivered notifications. */
  readonly ttlSeconds: number;
  readonly signal: AbortSignal;
}

export interface Pusher {
  /** The key by which browsers tie a subscription to this server. */
  readonly publicKey: string;
  /** Delivers a notification. Resolves with false if the subscription no longer exists. Throws PushError. */
  send(target: PushTarget, notification: PushNotification, delivery: Delivery): Promise<boolean>;
}

/** The replacements of the internet in tests. */
export interface PushNetwork {
  readonly lookup?: LookupFunction;
  readonly mayConnect?: (address: string) => boolean;
  readonly port?: number;
  readonly ca?: string;
  readonly timeoutMs?: number;
}

/**
 * Creates the sender of notifications. `subject` is the https address of the server, where a push service can reach its
 * operator.
 *
 * Strangers choose endpoints, so the sender connects only with https to public addresses of known hosts, follows no
 * redirect, and reads only the status of the answer.
 */
export function createPusher(subject: string, keys: PushKeys, network: PushNetwork = {}): Pusher {
  const { port, ca, mayConnect = isPublicAddress, timeoutMs = pushLimits.timeoutMs } = network;
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
    // The rest after the status, or an error in it, is ignored.
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
          throw new PushError(`${host} cannot be reached (${codeOf(error) || String(error)})`, false);
        },
      );
      if (status >= 200 && status < 300) return true;
      if (status === 404 || status === 410) return false;
      throw new PushError(`${host} answers ${status}`, status !== 429 && status < 500);
    },
  };
}
