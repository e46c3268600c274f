import { list } from '@parley/config';
import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import proxyAddress from 'proxy-addr';

const isNetwork = (text: string): boolean => {
  const [address = '', bits = '0', ...rest] = text.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= longest;
};

/** The setting of every process that counts by address. */
export const trustedProxies = list('TRUSTED_PROXIES', [], {
  items: { expected: 'addresses or networks such as 10.0.0.0/8', test: isNetwork },
  description: 'Addresses and networks of proxies whose X-Forwarded-For is believed.',
});

/** The address of the client behind a request: that of its socket, or what trusted proxies say of it, as Express reads it. */
export const createClientAddress = (proxies: readonly string[]): ((request: IncomingMessage) => string) => {
  const trust = proxies.length > 0 ? proxyAddress.compile([...proxies]) : () => false;
  return (request) => proxyAddress(request, trust);
};

/** The key that an address is counted by: an IPv6 customer can choose from a whole /64. */
export const addressKey = (ip: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail = ''] = ip.split('%')[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === '' ? [] : tail.split(':');
  const full = ip.includes('::')
    ? [...groups, ...Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0'), ...rest]
    : groups;
  return `${full
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
};
