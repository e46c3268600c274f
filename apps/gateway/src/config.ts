import { type ConfigOf, defineConfig, int, text } from '@parley/config';
import { trustedProxies } from '@parley/limits';

/** Settings of the gateway, besides those every process takes. */
export const gatewayTable = defineConfig({
  host: text('HOST', '0.0.0.0', { description: 'Address to listen on.' }),
  port: int('PORT', 3000, { min: 0, max: 65_535, description: 'Port to listen on; 0 takes a free one.' }),
  trustedProxies,
  rateLimitPerMinute: int('RATE_LIMIT_PER_MINUTE', 1000, {
    min: 1,
    description: 'Requests of one caller in one project per minute, unless the project sets its own.',
  }),
  signupLimitPerHour: int('SIGNUP_LIMIT_PER_HOUR', 30, {
    min: 1,
    description: 'Sign-ups, verifications and resends of one address per hour, together.',
  }),
  loginLimitPerMinute: int('LOGIN_LIMIT_PER_MINUTE', 20, {
    min: 1,
    description: 'Logins of one address to one account per minute; ten times as many to all accounts.',
  }),
  answerLimitPerMinute: int('ANSWER_LIMIT_PER_MINUTE', 60, {
    min: 1,
    description: 'Questions of one visitor to a help center per minute.',
  }),
  authFailureLimitPerMinute: int('AUTH_FAILURE_LIMIT_PER_MINUTE', 300, {
    min: 1,
    description: 'Refused tokens of one address per minute, before further refused ones are 429.',
  }),
  bodyMemoryMb: int('BODY_MEMORY_MB', 256, {
    min: 64,
    description: 'Megabytes of request bodies that this process holds at once; further ones are 503.',
  }),
  callsAtOnce: int('CALLS_AT_ONCE', 32, {
    min: 1,
    description:
      'Calls to services that this process makes at once; further ones wait, and projects take turns.',
  }),
});

/** The loaded form. */
export type GatewayConfig = ConfigOf<typeof gatewayTable>;
