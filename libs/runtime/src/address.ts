import { createServer } from 'node:net';
import { StartError } from './connect';

/** The settings that name an address. */
interface AddressSettings {
  host: string;
  port: string;
}

const reasons: Record<string, (settings: AddressSettings) => string> = {
  EADDRINUSE: ({ port }) => `another program listens there. Stop it, or set ${port} to a free one`,
  EACCES: ({ port }) => `this user may not listen there. Set ${port} to one from 1024 on`,
  EADDRNOTAVAIL: ({ host }) =>
    `this machine has no such address. Set ${host} to one that it has, or to 0.0.0.0 for all`,
  ENOTFOUND: ({ host }) =>
    `there is no such host. Set ${host} to an address of this machine, or to 0.0.0.0 for all`,
};

/** Why a server cannot listen, in words that help; an error that is about something else as it is. */
export const listenError = (
  error: unknown,
  host: string,
  port: number,
  settings: AddressSettings = { host: 'HOST', port: 'PORT' },
): unknown => {
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
  if (reason === undefined) return error;
  return new StartError(`Port ${port} of ${host} cannot be used: ${reason(settings)}.`);
};

/** Throws a StartError unless a server could listen there now: asked before anything that takes time to start. */
export const demandFreeAddress = async (host: string, port: number): Promise<void> => {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.on('error', reject);
      probe.listen(port, host, resolve);
    });
  } catch (error) {
    throw listenError(error, host, port);
  }
  await new Promise((resolve) => probe.close(resolve));
};
