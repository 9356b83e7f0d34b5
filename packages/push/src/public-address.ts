import { lookup as lookUpAddress, type LookupAddress } from 'node:dns';
import { BlockList, isIPv4, type LookupFunction } from 'node:net';

/** The special-purpose ranges of IANA: this machine, its networks, and addresses that are not a single host. */
const special = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(network, bits, 'ipv4');
/** The exceptions in the assigned range (2000::/3): tunnels that contain an IPv4 address, and examples. */
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, bits, 'ipv6');
const handedOut = new BlockList();
handedOut.addSubnet('2000::', 3, 'ipv6');

/** Returns whether an address belongs to a single host of the public internet. */
export const isPublicAddress = (address: string): boolean =>
  isIPv4(address)
    ? !special.check(address, 'ipv4')
    : handedOut.check(address, 'ipv6') && !special.check(address, 'ipv6');

/**
 * Creates the lookup of a connection, which fails if one of the addresses of the name is not allowed. The connection uses a
 * checked address, so a name with another answer a moment later changes nothing.
 */
export const createGuardedLookup =
  (mayConnect: (address: string) => boolean, lookup: LookupFunction = lookUpAddress): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = found as LookupAddress[]; // of `all`
      if (error) callback(error, []);
      else if (addresses.length === 0 || !addresses.every(({ address }) => mayConnect(address)))
        callback(Object.assign(new Error('not a public address'), { code: 'ENOTPUBLIC' }), []);
      else if (options.all) callback(null, addresses);
      else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
    });
