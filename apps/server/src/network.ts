import { BlockList, isIP, isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** Says which network a request comes from. X-Forwarded-For counts as far as trusted proxies wrote it. */
export type NetworkReader = (c: Context) => string;

/** `trusted` are addresses and subnets of our own proxies, such as `10.0.0.0/8`. Throws a TypeError for what is neither. */
export function createNetworkReader(trusted: readonly string[]): NetworkReader {
  const proxies = new BlockList();
  for (const each of trusted) addSubnet(proxies, each);
  const isProxy = (address: string): boolean => proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

  return (c) => {
    const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((each) => unwrap(each.trim()));
    let address = readPeer(c);
    // From the right, where our proxy wrote; what a client put at the left proves nothing.
    while (isIP(address) !== 0 && isProxy(address)) {
      const before = forwarded.pop();
      if (before === undefined || isIP(before) === 0) break;
      address = before;
    }
    return toNetwork(address);
  };
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

/** Without a socket, as in tests, everything comes from one place. */
function readPeer(c: Context): string {
  const hasSocket = typeof c.env === 'object' && c.env !== null && 'incoming' in c.env;
  return unwrap((hasSocket ? getConnInfo(c).remote.address : undefined) ?? 'unknown');
}

/** IPv4 written as IPv6, as sockets that listen to both do. */
const unwrap = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

/** A household or a server has a /64 to itself and may send from any address of it. */
function toNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - groups.length - rest.length }, () => '0');
  const network = [...groups, ...zeros, ...rest]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
