import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Context as ApiContext } from '@relato/api';
import type { RequestHead } from './request-head.ts';

/** Returns the network of the client, by which rate limits count. */
export type ClientNetworkReader = (c: RequestHead) => Networks;

type Networks = Pick<ApiContext['request'], 'network' | 'wideNetwork'>;

/** No request passes more proxies of ours. A client may send thousands of entries, and every request reads them. */
const maxProxies = 32;

/**
 * Believes only the part of X-Forwarded-For that the `trusted` proxies wrote. Their addresses or subnets look like
 * `10.0.0.0/8`. Throws a TypeError for any other entry.
 */
export function createClientNetworkReader(trusted: readonly string[]): ClientNetworkReader {
  const isProxy = createAddressCheck(trusted);
  // Each check of a request needs the network, and a client sends many requests in a row.
  let last = { peer: '', forwardedFor: '', networks: toNetworks('') };

  return (c) => {
    const [peer, forwardedFor] = [readPeer(c), c.req.header('x-forwarded-for') ?? ''];
    if (peer !== last.peer || forwardedFor !== last.forwardedFor)
      last = { peer, forwardedFor, networks: toNetworks(findClient(peer, forwardedFor)) };
    return last.networks;
  };

  function findClient(peer: string, forwardedFor: string): string {
    let [address, forwarded] = [peer, forwardedFor];
    // Reads from the right, where our proxy wrote. Entries further left come from the client and prove nothing.
    for (let proxies = 0; proxies < maxProxies && isIP(address) !== 0 && isProxy(address); proxies += 1) {
      const comma = forwarded.lastIndexOf(',');
      const before = toAddress(forwarded.slice(comma + 1));
      if (isIP(before) === 0) break;
      address = before;
      // A loopback entry is a program on the machine of the proxy, and that program wrote the entries before its own.
      if (isLoopback(address)) break;
      forwarded = forwarded.slice(0, Math.max(0, comma));
    }
    return address;
  }
}

/** Returns whether a request comes directly from one of the `trusted` proxies. */
export type ProxyCheck = (c: RequestHead) => boolean;

/** The entries have the form that `createClientNetworkReader` accepts. */
export function createProxyCheck(trusted: readonly string[]): ProxyCheck {
  const isProxy = createAddressCheck(trusted);
  return (c) => {
    const peer = readPeer(c);
    return isIP(peer) !== 0 && isProxy(peer);
  };
}

/** Returns a check whether an address is one of these addresses and subnets. */
export function createAddressCheck(subnets: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const each of subnets) addSubnet(list, each);
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

function addSubnet(proxies: BlockList, subnet: string): void {
  const [address = '', prefix] = subnet.split('/');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const bits = prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix);
  if (isIP(address) === 0 || !Number.isInteger(bits)) throw new TypeError(`${subnet} is no address`);
  try {
    proxies.addSubnet(address, bits, family);
  } catch {
    throw new TypeError(`${subnet} is no subnet`);
  }
}

/** Without a socket, as in tests, all requests count as one network. */
function readPeer({ env }: RequestHead): string {
  const hasSocket = typeof env === 'object' && env !== null && 'incoming' in env;
  const { socket } = (hasSocket ? env.incoming : {}) as {
    readonly socket?: { readonly remoteAddress?: string };
  }; // node's request
  return unwrap(socket?.remoteAddress ?? 'unknown');
}

/** Returns the address of an entry. Some proxies add the port, with IPv6 in brackets: `[2001:db8::1]:4711`. */
function toAddress(entry: string): string {
  const text = entry.trim().replace(/^"(.*)"$/, '$1');
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? [];
  const [, dotted] = /^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  return unwrap(bracketed ?? dotted ?? text);
}

/** Turns an IPv4-mapped IPv6 address, as dual-stack sockets report it, into IPv4. */
function unwrap(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = toGroups(address);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : address;
}

const isLoopback = (address: string): boolean =>
  isIPv6(address) ? toGroups(address).join(':') === '0:0:0:0:0:0:0:1' : address.startsWith('127.');

/** Returns the eight groups of an IPv6 address as numbers. */
function toGroups(address: string): readonly number[] {
  // URL normalizes the address and writes a dotted end as two groups. The zone is removed first.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::');
  const [before, after] = [head, tail].map((part) => (part === '' ? [] : part.split(':')));
  const groups = [...(before ?? []), ...(after ?? [])].map((group) => Number.parseInt(group, 16));
  const zeros = Array.from({ length: 8 - groups.length }, () => 0);
  return groups.toSpliced(before?.length ?? 0, 0, ...zeros);
}

/** An IPv6 address counts as its /64, which one host may own, and as its /56, which one household may own. */
function toNetworks(address: string): Networks {
  if (!isIPv6(address)) return { network: address, wideNetwork: null };
  const [a = 0, b = 0, c = 0, d = 0] = toGroups(address);
  const toText = (last: number, bits: number) =>
    `${[a, b, c, last].map((group) => group.toString(16)).join(':')}::/${bits}`;
  return { network: toText(d, 64), wideNetwork: toText(d & 0xff00, 56) };
}
