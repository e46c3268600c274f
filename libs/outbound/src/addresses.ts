import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

const parseNetwork = (text: string): Network | undefined => {
  try {
    return ipaddr.parseCIDR(text);
  } catch {
    return undefined;
  }
};

/** Whether a text is a network in CIDR notation, e.g. `10.1.0.0/16` or `fd00::/8`. */
export const isNetwork = (text: string): boolean => parseNetwork(text) !== undefined;

/** All of IPv6 that is handed out to hosts of the public internet. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** RFC 9637, younger than the library's table. */
const IPV6_DOCUMENTATION = ipaddr.IPv6.parseCIDR('3fff::/20');

/**
 * Whether an address belongs to the public internet: neither private, shared, loopback, link-local, multicast, reserved
 * or for documentation, nor an IPv6 form that carries an IPv4 address (mapped, translated, 6to4, Teredo).
 */
const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean => {
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4) return true;
  return address.match(GLOBAL_UNICAST) && !address.match(IPV6_DOCUMENTATION);
};

/** Says of an address whether a request may go there. */
export type AddressRule = (address: string) => boolean;

/** Public addresses pass, and those of the given networks. Throws for a text that is no network. */
export const addressRule = (allowedNetworks: readonly string[]): AddressRule => {
  const allowed = allowedNetworks.map((text) => {
    const network = parseNetwork(text);
    if (!network) throw new RangeError(`${text} is not a network in CIDR notation`);
    return network;
  });
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.parse(text);
    return (
      isPublic(address) ||
      allowed.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))
    );
  };
};
