import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import { startLoopback, type Loopback, type LoopbackRequest } from '../network/loopback.ts';
import { certificate } from './certificate.ts';

/** A message in the form that the browser gets, with the sender that the service verified. */
export interface ReceivedPush {
  /** The last part of the endpoint. */
  readonly name: string;
  readonly text: string;
  readonly ttlSeconds: number;
  /** The claims of the signed token. */
  readonly sender: { readonly aud: string; readonly sub: string; readonly exp: number };
  readonly senderKey: string;
}

export interface FakeBrowser {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface FakePushService extends Pick<Loopback<'push'>, 'nextFailure' | 'requests' | 'stop'> {
  readonly port: number;
  /** The certificate that clients must trust. */
  readonly ca: string;
  readonly received: ReceivedPush[];
  /** Adds a browser with a subscription at this host. */
  addBrowser(host?: string): FakeBrowser;
}

/**
 * Starts a push service with https on loopback. It accepts a message (RFC 8030) only if its sender is signed (RFC 8292) and
 * the browser can decrypt it (RFC 8291). Both checks use Node's own functions.
 */
export async function startPushService(): Promise<FakePushService> {
  const browsers = new Map<string, { readonly keys: ReturnType<typeof createECDH>; readonly auth: Buffer }>();
  const received: ReceivedPush[] = [];
  const loopback = await startLoopback<'push'>({
    tls: certificate,
    toStep: (method, path) => (method === 'POST' && path.startsWith('/push/') ? 'push' : null),
    answer: ({ headers, path, body, step }) => {
      const name = path.slice('/push/'.length);
      const browser = browsers.get(name);
      if (step === null || !browser) return { status: 404 };
      const token = verifySender(headers);
      if (token === null) return { status: 403 };
      if (headers['content-encoding'] !== 'aes128gcm' || body.byteLength > 4_096) return { status: 400 };
      const text = decrypt(body, browser.keys, browser.auth);
      received.push({ name, text, ttlSeconds: Number(headers.ttl), ...token });
      return { status: 201, headers: { location: `https://${headers.host}/m/${randomUUID()}` } };
    },
  });
  return {
    ...loopback,
    received,
    port: Number(new URL(loopback.url).port),
    ca: certificate.cert,
    addBrowser: (host = 'updates.push.services.mozilla.com') => {
      const name = randomBytes(9).toString('base64url');
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys('base64url');
      const auth = randomBytes(16);
      browsers.set(name, { keys, auth });
      return { endpoint: `https://${host}/push/${name}`, p256dh, auth: auth.toString('base64url') };
    },
  };
}

/** Returns null unless the key beside the token has signed it, and it is valid now for this host. */
function verifySender({ authorization = '', host = '' }: LoopbackRequest<'push'>['headers']) {
  const [, token = '', senderKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(senderKey, 'base64url');
  if (point.byteLength !== 65) return null;
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const signed = { key, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url')))
    return null;
  const sender = JSON.parse(Buffer.from(claims, 'base64url').toString()) as ReceivedPush['sender'];
  const dayFromNow = Date.now() / 1_000 + 86_400;
  const isFor = sender.aud === `https://${host.split(':')[0]}`;
  return isFor && sender.exp * 1_000 > Date.now() && sender.exp <= dayFromNow ? { sender, senderKey } : null;
}

/** Decrypts a message of one record: salt (16), size (4), length of the key (1), key, record. */
function decrypt(body: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body.readUInt8(20));
  const record = body.subarray(21 + senderKey.byteLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey]);
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(senderKey), auth, info, 32));
  const derive = (name: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes));
  const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  // A 2 ends the last record, and zeros follow.
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
