import { loadConfig } from '@parley/config';
import { gatewayTable } from './config';

describe('the gateway’s settings', () => {
  it('have the defaults of the contract', () => {
    expect(loadConfig(gatewayTable, {})).toMatchObject({
      // In containers; in one process 127.0.0.1.
      host: '0.0.0.0',
      port: 3000,
      rateLimitPerMinute: 1000,
      signupLimitPerHour: 30,
      loginLimitPerMinute: 20,
      answerLimitPerMinute: 60,
      authFailureLimitPerMinute: 300,
      trustedProxies: [],
    });
  });

  it('take addresses and networks as trusted proxies, and nothing else', () => {
    const load = (value: string): readonly string[] =>
      loadConfig(gatewayTable, { TRUSTED_PROXIES: value }).trustedProxies;
    expect(load('10.0.0.0/8, 192.168.1.1,fd00::/8')).toEqual(['10.0.0.0/8', '192.168.1.1', 'fd00::/8']);
    for (const bad of ['10.0.0.0/33', 'proxy.local', '1', '::1/129', '10.0.0.0/8/8', '10.0.0.0/x']) {
      expect(() => load(bad)).toThrow('TRUSTED_PROXIES');
    }
  });
});
