import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createNetworkReader } from './network.ts';

/** The network of a request from this peer. */
async function read(trusted: readonly string[], peer: string, forwarded?: string): Promise<string> {
  const readNetwork = createNetworkReader(trusted);
  const app = new Hono().get('/', (c) => c.text(readNetwork(c)));
  const incoming = { socket: { remoteAddress: peer, remotePort: 1, remoteFamily: 'IPv4' } };
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await app.request('/', { headers }, { incoming })).text();
}

describe('SEC-40: X-Forwarded-For', () => {
  it('counts for nothing from a peer that is no proxy of ours', async () => {
    expect(await read([], '203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
    expect(await read(['10.0.0.0/8'], '203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
  });

  it('counts as far as our proxies wrote it', async () => {
    expect(await read(['127.0.0.1'], '127.0.0.1', '198.51.100.1')).toBe('198.51.100.1');
    expect(await read(['127.0.0.1'], '::ffff:127.0.0.1', '198.51.100.1')).toBe('198.51.100.1');
    expect(await read(['10.0.0.0/8'], '10.1.2.3', '6.6.6.6, 198.51.100.1, 10.9.9.9')).toBe('198.51.100.1');
  });

  it('that is garbage leaves the proxy itself', async () => {
    expect(await read(['127.0.0.1'], '127.0.0.1', 'unknown, <script>')).toBe('127.0.0.1');
    expect(await read(['127.0.0.1'], '127.0.0.1')).toBe('127.0.0.1');
  });
});

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('counts %s with the /64 it belongs to', async (peer, network) => {
  expect(await read([], peer)).toBe(network);
});

it.each(['proxy', '10.0.0.0/99', '10.0.0/8'])('refuses %s as a proxy', (proxy) => {
  expect(() => createNetworkReader([proxy])).toThrow(TypeError);
});
