import { connect, type NatsConnection } from '@nats-io/transport-node';
import { unavailable } from '@parley/errors';

/** A NATS URL as it may be shown: without names and passwords. */
export const withoutSecrets = (url: string): string => url.replace(/\/\/[^@/]*@/, '//');

/** The credentials in the first server's URL; the client does not read them from there. */
const readCredentials = (url: string): { user?: string; pass?: string; token?: string } => {
  const [first = ''] = url.split(',');
  const { username, password } = new URL(first);
  if (username === '') return {};
  const user = decodeURIComponent(username);
  return password === '' ? { token: user } : { user, pass: decodeURIComponent(password) };
};

/** Connects to NATS and stays connected. Throws an `unavailable` error that names the server when it does not answer within 10 s. */
export const connectNats = ({ url, name }: { url: string; name: string }): Promise<NatsConnection> =>
  connect({
    servers: url.split(',').map(withoutSecrets),
    ...readCredentials(url),
    name,
    timeout: 10_000,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    reconnectJitter: 250,
    pingInterval: 10_000,
    maxPingOut: 2,
    ignoreAuthErrorAbort: true,
  }).catch((error: unknown) => {
    throw unavailable(`Cannot reach NATS at ${withoutSecrets(url)}: ${(error as Error).message}`, error);
  });
