/**
 * Which addresses are near. In: an IP address. Out: whether it is this computer, the person's own
 * network, or anything else, which is refused unless its host was allowed by name.
 */
import { BlockList, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
// "Any address" as a destination is this computer; people copy it from a server's own output.
loopback.addAddress('0.0.0.0', 'ipv4');
loopback.addAddress('::', 'ipv6');

const local = new BlockList();
// RFC 1918, RFC 3927 (link-local), RFC 4193 (unique local), RFC 4291 (link-local). Not RFC 6598:
// 100.64.0.0/10 is a provider's network or an overlay over the internet, so it needs to be allowed.
local.addSubnet('10.0.0.0', 8, 'ipv4');
local.addSubnet('172.16.0.0', 12, 'ipv4');
local.addSubnet('192.168.0.0', 16, 'ipv4');
local.addSubnet('169.254.0.0', 16, 'ipv4');
local.addSubnet('fc00::', 7, 'ipv6');
local.addSubnet('fe80::', 10, 'ipv6');

/** Cloud machines answer here with credentials; no model server does. */
const METADATA = '169.254.169.254';

export type AddressReach = 'this computer' | 'local network' | 'public';

/** Dotted form of an IPv4 address written as IPv6 (`::ffff:…`); any other address as it is. */
function plain(address: string): string {
  const bare = address.split('%')[0] ?? address;
  if (!isIPv6(bare)) return bare;
  const normal = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/u.exec(normal);
  if (!mapped) return normal;
  const words = [mapped[1], mapped[2]].map((word) => Number.parseInt(word ?? '0', 16));
  return words.flatMap((word) => [word >> 8, word & 255]).join('.');
}

/** Classifies a literal IPv4 or IPv6 address. */
export function addressReach(address: string): AddressReach {
  const bare = plain(address);
  const family = isIPv6(bare) ? 'ipv6' : 'ipv4';
  if (loopback.check(bare, family)) return 'this computer';
  if (bare !== METADATA && local.check(bare, family)) return 'local network';
  return 'public';
}

/** True when `host` is `domain` or one of its subdomains. */
export function hostWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
