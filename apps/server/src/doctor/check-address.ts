import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { adminLimits, dayMs } from '@relato/contract';
import { z } from 'zod';
import type { Examined } from './examined.ts';

const { certificateDays, waitMs } = adminLimits.doctor;

/** The answer of `settings.public`, which only this server has. */
const settings = z.object({
  result: z.object({ data: z.object({ json: z.object({ flags: z.object({}) }) }) }),
});

/** Returns whether only this machine reaches an address. */
const isLocal = (url: URL): boolean => /^(127(\.\d+){3}|\[::1\]|localhost)$/.test(url.hostname);

/** Requests the public address as a browser does, through the proxies before it. */
export async function checkAddress(publicUrl: string): Promise<Examined> {
  const signal = AbortSignal.timeout(waitMs);
  let answer: Response;
  try {
    answer = await fetch(`${publicUrl}/trpc/settings.public`, { redirect: 'manual', signal });
  } catch (error) {
    return {
      found: `${publicUrl} does not answer (${toCode(error)})`,
      advice:
        'Set PUBLIC_URL to the address that browsers open, and let your proxy, DNS and firewall lead there.',
    };
  }
  if (answer.status === 421)
    return {
      found: `${publicUrl} refuses its own name (421)`,
      advice: 'Your proxy must pass Host on; nginx: proxy_set_header Host $http_host;',
    };
  const body: unknown = await answer.json().catch(() => null);
  if (settings.safeParse(body).success) return { found: `${publicUrl} leads to a Relato` };
  return {
    found: `${publicUrl} answers ${answer.status}, and not as a Relato`,
    advice: 'Set PUBLIC_URL to the address of this server, without a redirect before it.',
  };
}

const httpsAdvice = 'Put a proxy that speaks TLS in front, and begin PUBLIC_URL with https://.';

/** Checks the certificate of the public address. */
export async function checkTls(publicUrl: string): Promise<Examined> {
  const url = new URL(publicUrl);
  if (url.protocol === 'http:')
    return isLocal(url)
      ? { found: 'none: only this machine reaches the address' }
      : { found: `${url.host} is not encrypted`, advice: httpsAdvice };
  const socket = connect({
    host: url.hostname,
    port: Number(url.port || 443),
    servername: isIP(url.hostname) === 0 ? url.hostname : '',
  }).on('error', () => {});
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(waitMs) });
    return describeEnd(new Date(socket.getPeerCertificate().valid_to));
  } catch (error) {
    return {
      found: `${url.host} has no certificate that browsers trust (${toCode(error)})`,
      advice: 'Renew the certificate of your proxy, with its whole chain and for this name.',
    };
  } finally {
    socket.destroy();
  }
}

/** Reports for how long a certificate with this end is valid. */
export function describeEnd(end: Date): Examined {
  const days = Math.floor((end.getTime() - Date.now()) / dayMs);
  const found = `the certificate is valid for ${days} days`;
  return days < certificateDays
    ? { found, advice: 'Renew it now, and see why it is not renewed by itself.' }
    : { found };
}

/** Returns the code of the innermost error, because the outer ones only say that a fetch failed. */
function toCode(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return toCode(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
