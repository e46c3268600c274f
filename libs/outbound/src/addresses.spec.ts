import { addressRule, isNetwork } from './addresses';

const nowhere = addressRule([]);

describe('addresses that requests may reach', () => {
  it.each([
    ['8.8.8.8', 'IPv4'],
    ['100.63.255.255', 'below the shared range'],
    ['100.128.0.0', 'above the shared range'],
    ['172.15.255.255', 'below 172.16/12'],
    ['172.32.0.0', 'above 172.16/12'],
    ['2606:4700:4700::1111', 'IPv6'],
  ])('%s passes (%s)', (address) => {
    expect(nowhere(address)).toBe(true);
  });

  it.each([
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'this network'],
    ['10.0.0.1', 'private'],
    ['100.64.0.1', 'shared by carriers'],
    ['100.127.255.255', 'shared by carriers'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['169.254.169.254', 'link-local, cloud metadata'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.170', 'IETF protocols'],
    ['192.0.2.1', 'documentation'],
    ['192.88.99.1', '6to4 relay'],
    ['192.168.1.1', 'private'],
    ['198.18.0.1', 'benchmarks'],
    ['198.51.100.1', 'documentation'],
    ['203.0.113.1', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::127.0.0.1', 'IPv4-compatible'],
    ['::ffff:127.0.0.1', 'mapped'],
    ['::ffff:8.8.8.8', 'mapped'],
    ['::ffff:0:127.0.0.1', 'translated'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b:1::7f00:1', 'local NAT64'],
    ['100::1', 'discard'],
    ['2001::1', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['2001:2::1', 'benchmarks'],
    ['2001:10::1', 'ORCHID'],
    ['2001:20::1', 'ORCHID 2'],
    ['2002:7f00:1::', '6to4'],
    ['3fff::1', 'documentation'],
    ['5f00::1', 'segment routing'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'unique local, cloud metadata'],
    ['fe80::1', 'link-local'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['localhost', 'no address'],
    ['', 'no address'],
  ])('%s is refused (%s)', (address) => {
    expect(nowhere(address)).toBe(false);
  });

  it('an allowed network passes, its neighbours and the mapped form of its members do not', () => {
    const rule = addressRule(['10.1.0.0/16', 'fd00:1::/32']);
    expect(['10.1.2.3', 'fd00:1::9'].map(rule)).toEqual([true, true]);
    expect(['10.2.0.1', 'fd00:2::9', '::ffff:10.1.2.3', '127.0.0.1'].map(rule)).toEqual(Array(4).fill(false));
  });

  it('a text that is no network is refused when the rule is made', () => {
    expect(() => addressRule(['10.0.0.0'])).toThrow(RangeError);
    expect(['10.0.0.0/8', '::1/128'].map(isNetwork)).toEqual([true, true]);
    expect(['10.0.0.0', '10.0.0.0/33', 'everything'].map(isNetwork)).toEqual([false, false, false]);
  });
});
