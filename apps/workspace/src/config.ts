import { type ConfigOf, defineConfig, int, list } from '@parley/config';

/** Settings of the workspace service, besides those every process takes. */
export const workspaceTable = defineConfig({
  tokenTtlSeconds: int('TOKEN_TTL_SECONDS', 86_400, {
    min: 1,
    max: 31_536_000,
    description: 'Seconds that a dashboard token is valid.',
  }),
  verificationCodeTtlSeconds: int('VERIFICATION_CODE_TTL_SECONDS', 600, {
    min: 1,
    max: 86_400,
    description: 'Seconds that a mailed verification code is valid.',
  }),
  awayAfterSeconds: int('AWAY_AFTER_SECONDS', 300, {
    min: 1,
    max: 86_400,
    description: 'Seconds after which a person who closed the last window is set away.',
  }),
  dnsServers: list('DNS_SERVERS', [], {
    description: 'DNS servers that are asked for the proof of a domain; default those of the system.',
  }),
});

export type WorkspaceConfig = ConfigOf<typeof workspaceTable>;
