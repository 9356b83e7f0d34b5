import { measureCpu } from '@relato/testing/measure-cpu';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createClientNetworkReader } from './client-network.ts';

/** Returns the networks of a request from `peer`. */
async function readNetworks(trusted: readonly string[], peer: string, forwarded?: string) {
  const readNetwork = createClientNetworkReader(trusted);
  const app = new Hono().get('/', (c) => c.json(readNetwork(c)));
  const incoming = { socket: { remoteAddress: peer, remotePort: 1, remoteFamily: 'IPv4' } };
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const answer = await app.request('/', { headers }, { incoming });
  return (await answer.json()) as ReturnType<typeof readNetwork>;
}

const read = async (...of: Parameters<typeof readNetworks>) => (await readNetworks(...of)).network;

it.each<[string, readonly string[], string, string | undefined, string]>([
  ['is ignored without proxies', [], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['is ignored from another peer', ['10.0.0.0/8'], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['is believed from a proxy', ['127.0.0.1'], '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
  [
    'is believed as far as trusted proxies wrote it',
    ['10.0.0.0/8'],
    '10.1.2.3',
    '6.6.6.6, 198.51.100.1, 10.9.9.9',
    '198.51.100.1',
  ],
  ['is ignored if invalid', ['127.0.0.1'], '127.0.0.1', 'unknown, <script>', '127.0.0.1'],
  ['may be missing', ['127.0.0.1'], '127.0.0.1', undefined, '127.0.0.1'],
])('SEC-40: X-Forwarded-For %s', async (_case, trusted, peer, forwarded, network) => {
  expect(await read(trusted, peer, forwarded)).toBe(network);
});

/** Returns the CPU time of requests with a header of so many entries. */
function measure(peer: string, entries: number): number {
  const readNetwork = createClientNetworkReader(['10.0.0.0/8', '::']);
  const env = { incoming: { socket: { remoteAddress: peer } } };
  const text = '::,'.repeat(entries);
  return measureCpu((round) => {
    const header = () => `${text}198.51.100.${round % 256}`;
    readNetwork({ req: { method: 'GET', path: '/', header }, env });
  }, 100);
}

describe('SEC-40: X-Forwarded-For with thousands of entries', () => {
  it.each([
    ['a peer that is no proxy', '203.0.113.9'],
    ['a proxy', '10.0.0.1'],
  ])('from %s takes no longer than with two', (_case, peer) => {
    // Reading every entry would take a thousand times as long.
    expect(measure(peer, 5_000)).toBeLessThan(measure(peer, 2) * 50);
  });

  it('is read up to a number of proxies', async () => {
    const [few, many] = [31, 5_000].map((count) => `198.51.100.1${', 10.0.0.2'.repeat(count)}`);
    expect(await read(['10.0.0.0/8'], '10.0.0.1', few)).toBe('198.51.100.1');
    expect(await read(['10.0.0.0/8'], '10.0.0.1', many)).toBe('10.0.0.2');
  });
});

describe('SEC-53: an entry of X-Forwarded-For', () => {
  it.each([
    ['198.51.100.1:4711', '198.51.100.1'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['"[2001:db8:1:2::9]:443"', '2001:db8:1:2::/64'],
    ['::ffff:198.51.100.1', '198.51.100.1'],
    ['[::ffff:c633:6401]:80', '198.51.100.1'],
  ])('may contain a port: %s', async (entry, network) => {
    expect(await read(['127.0.0.1'], '127.0.0.1', entry)).toBe(network);
    expect(await read(['127.0.0.1', '10.0.0.0/8'], '127.0.0.1', `6.6.6.6, ${entry}, 10.0.0.1:80`)).toBe(
      network,
    );
  });

  it.each(['198.51.100.1:x', '[198.51.100.1', '2001:db8::1]:80', '[]:80', '1.2.3:80'])(
    'that is not an address yields the address of the proxy: %s',
    async (entry) => {
      expect(await read(['10.0.0.0/8'], '10.0.0.1', entry)).toBe('10.0.0.1');
    },
  );

  it.each(['127.0.0.1', '[::1]:5000', '::ffff:127.0.0.1'])(
    'that is %s is a program on the proxy, and the entries before it are ignored',
    async (loopback) => {
      const trusted = ['127.0.0.0/8', '::1', '10.0.0.0/8'];
      for (const proxy of ['127.0.0.1', '10.0.0.1', '::1']) {
        const network = await read(trusted, proxy, `6.6.6.6, ${loopback}`);
        expect(['127.0.0.1', '0:0:0:0::/64']).toContain(network);
      }
    },
  );

  it('also yields the /56 of an IPv6 address, which 256 networks share', async () => {
    expect(await readNetworks([], '2001:db8:1:2ff::9')).toEqual({
      network: '2001:db8:1:2ff::/64',
      wideNetwork: '2001:db8:1:200::/56',
    });
    expect(await readNetworks([], '203.0.113.9')).toEqual({ network: '203.0.113.9', wideNetwork: null });
  });
});

it.each([
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('an IPv6 address counts as its /64: %s', async (peer, network) => {
  expect(await read([], peer)).toBe(network);
});

it.each(['proxy', '10.0.0.0/99', '10.0.0/8'])('an invalid proxy is refused: %s', (proxy) => {
  expect(() => createClientNetworkReader([proxy])).toThrow(TypeError);
});
