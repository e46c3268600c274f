import { isIP } from 'node:net';
import type { AddressRule } from './addresses';
import { OutboundError } from './outbound-error';

/** Ports below this one belong to mail, shells, directories and the like; of those only HTTP's own two are open. */
const FIRST_UNPRIVILEGED_PORT = 1024;
const webPorts: ReadonlySet<number> = new Set([80, 443]);

const forbidden = (hostname: string): OutboundError =>
  new OutboundError('forbidden_address', `${hostname} is not an address on the public internet`);

const readPort = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));

/** Names that stand for the machine itself, by RFC 6761, and what they stand for. */
const LOOPBACK_NAME = /(^|\.)localhost\.?$/;
const loopback = ['127.0.0.1', '::1'];

/** The host as a socket takes it: an IPv6 address without its brackets. */
export const readHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/**
 * Reads a URL that may be requested: absolute, http or https, no credentials, port 80, 443 or from 1024 on, and no forbidden
 * address or name of this machine for a host. The parser turns decimal, octal and hexadecimal hosts into dotted ones before the
 * check. The address of a name is checked when the connection is made.
 */
export const readTarget = (text: string, isAllowed: AddressRule, base?: URL): URL => {
  if (!URL.canParse(text, base?.href))
    throw new OutboundError('invalid_url', 'The URL is not an absolute URL');
  const url = new URL(text, base?.href);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError('invalid_url', 'The URL is neither http nor https');
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('invalid_url', 'The URL carries a user name or password');
  }
  const port = readPort(url);
  if (port < FIRST_UNPRIVILEGED_PORT && !webPorts.has(port)) {
    throw new OutboundError('invalid_url', `Port ${port} is not open to requests`);
  }
  const host = readHost(url);
  if (isIP(host) !== 0 && !isAllowed(host)) throw forbidden(host);
  if (LOOPBACK_NAME.test(host) && !loopback.some(isAllowed)) throw forbidden(host);
  return url;
};

/** One address that a name stands for. */
export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Looks a name up. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

/** Looks a name up once; a name with even one forbidden address is refused. */
export const resolveAllowed = async (
  hostname: string,
  resolve: Resolve,
  isAllowed: AddressRule,
): Promise<ResolvedAddress[]> => {
  const found = await resolve(hostname);
  if (found.length === 0) throw new OutboundError('unreachable', `${hostname} has no address`);
  if (!found.every(({ address }) => isAllowed(address))) throw forbidden(hostname);
  return found;
};
