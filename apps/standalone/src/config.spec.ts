import { loadConfig } from '@parley/config';
import { standaloneTable } from './config';

describe('the settings of the platform in one process', () => {
  it('have the defaults of the contract', () => {
    expect(loadConfig(standaloneTable, {})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      home: '.parley',
      demo: true,
      scheduledReplyDelaySeconds: 60,
      verificationCodeTtlSeconds: 600,
      tokenTtlSeconds: 86_400,
      rateLimitPerMinute: 1_000,
      signupLimitPerHour: 30,
      outboundAllowedNetworks: [],
    });
  });
});
