import { isIPv6 } from 'node:net';

import { countedNetworks } from './limits.js';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const GROUP_BITS = 16;

/**
 * Keys under which attempts from an address are counted: an IPv4 address, or the networks of an IPv6 address, narrowest
 * first.
 */
export type ClientKey = readonly [string, ...string[]];

export function clientKey(address: string): ClientKey {
  const mapped = MAPPED_IPV4.exec(address)?.[1];
  if (mapped !== undefined) return [mapped];
  if (!isIPv6(address)) return [address];
  const groups = groupsOf(address);
  const [narrowest, ...wider] = countedNetworks;
  const keyOf = ({ bits }: { bits: number }) => `${network(groups, bits)}/${bits}`;
  return [keyOf(narrowest), ...wider.map(keyOf)];
}

/** The network that a sign-in comes from: an IPv4 address, or the /56 of an IPv6 address, which one home has. */
export function clientNetwork(address: string): string {
  const [own, home = own] = clientKey(address);
  return home;
}

function groupsOf(address: string): number[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, GROUPS - first.length - last.length) }, () => '0');
  return [...first, ...zeros, ...last].map((group) => Number.parseInt(group, 16));
}

/** The network prefix of an address, with all other bits zero. */
function network(groups: readonly number[], bits: number): string {
  const kept = groups.slice(0, Math.ceil(bits / GROUP_BITS)).map((group, index) => {
    const zeroBits = Math.max(0, (index + 1) * GROUP_BITS - bits);
    return ((group >> zeroBits) << zeroBits).toString(16);
  });
  return `${kept.join(':')}::`;
}
