import { createServer } from 'node:net';
import { StartError } from './connect';

const reasons: Record<string, string> = {
  EADDRINUSE: 'another program listens there. Stop it, or set PORT to a free one',
  EACCES: 'this user may not listen there. Set PORT to one from 1024 on',
  EADDRNOTAVAIL: 'this machine has no such address. Set HOST to one that it has, or to 0.0.0.0 for all',
  ENOTFOUND: 'there is no such host. Set HOST to an address of this machine, or to 0.0.0.0 for all',
};

/** Why a server cannot listen, in words that help; an error that is about something else as it is. */
export const listenError = (error: unknown, host: string, port: number): unknown => {
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
  return reason === undefined ? error : new StartError(`Port ${port} of ${host} cannot be used: ${reason}.`);
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
