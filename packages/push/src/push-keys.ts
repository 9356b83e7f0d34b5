import { createECDH } from 'node:crypto';

/** The keys that identify this server to push services (VAPID, RFC 8292): base64url of the point and of the number of P-256. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export function createPushKeys(): PushKeys {
  const curve = createECDH('prime256v1');
  const publicKey = curve.generateKeys('base64url');
  // Leading zeros are part of the number.
  const privateKey = Buffer.from(curve.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
  return { publicKey, privateKey };
}
