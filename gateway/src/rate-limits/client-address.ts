import { isIP } from 'node:net';

import ipaddr from 'ipaddr.js';

/**
 * The networks in which an IPv6 address is counted, the narrowest first, and the multiple of an address's limit for
 * each. Homes, companies and small providers get networks of these sizes and can use any address in them. The last
 * network also bounds the number of counters: a try that counts in a /32 creates at most three others.
 */
export const countedNetworks = [
  { bits: 64, share: 1 },
  { bits: 56, share: 4 },
  { bits: 48, share: 16 },
  { bits: 32, share: 256 },
] as const;

/**
 * Keys under which tries from an address are counted: an IPv4 address, or the networks of an IPv6 address, narrowest
 * first.
 */
export type ClientKey = readonly [string, ...string[]];

export function clientKey(address: string): ClientKey {
  if (isIP(address) === 0) return [address];
  const ip = ipaddr.process(address);
  if (ip.kind() === 'ipv4') return [ip.toString()];
  const networkOf = ({ bits }: { bits: number }) =>
    `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.toString()}/${bits}`).toString()}/${bits}`;
  const [narrowest, ...wider] = countedNetworks;
  return [networkOf(narrowest), ...wider.map(networkOf)];
}

/** The network that a sign-in comes from: an IPv4 address, or the /56 of an IPv6 address, which one home has. */
export function clientNetwork(address: string): string {
  const [own, home = own] = clientKey(address);
  return home;
}
