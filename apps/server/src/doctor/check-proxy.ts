import { isIP } from 'node:net';
import { claimedNetwork } from '@relato/contract';
import { createAddressCheck } from '../middleware/client-network.ts';
import type { Examined } from './examined.ts';

interface Forwarded {
  readonly publicUrl: string;
  readonly trustedProxies: readonly string[];
  /** The client network that the server derived from a request whose header claimed `claimedNetwork`. */
  readonly network: string;
}

/** Checks that the server learns the address of a client from the proxy, and believes no client. */
export async function checkProxy({ publicUrl, trustedProxies, network }: Forwarded): Promise<Examined> {
  if (!publicUrl.startsWith('https:') && trustedProxies.length === 0)
    return { found: 'none: PUBLIC_URL has no https' };
  if (network === claimedNetwork)
    return {
      found: 'the server believes whatever address a client claims',
      advice:
        'Let your proxy append the address of its client; nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
    };
  if (isIP(network) !== 0 && createAddressCheck(trustedProxies)(network))
    return {
      found: `the server takes you for your proxy, ${network}`,
      advice:
        'Let your proxy send X-Forwarded-For: all visitors share the limits of one. If you are on the machine of the proxy, ask from another.',
    };
  return { found: `the server knows that you come from ${network}` };
}
