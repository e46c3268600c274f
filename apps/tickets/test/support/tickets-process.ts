import { type Caller, createNetworkCaller } from '@parley/rpc';
import { createServiceProcess, eventually, type ServiceProcess } from '@parley/testing';

/** One process of the service, with a caller that reaches it. */
export interface TicketsProcess extends ServiceProcess {
  caller: Caller;
  close(): Promise<void>;
}

/** Makes a process of the service; its settings are environment variables. */
export const createTicketsProcess = async (
  settings: Readonly<Record<string, string>>,
): Promise<TicketsProcess> => {
  const child = await createServiceProcess('tickets', settings);
  const caller = createNetworkCaller({ service: 'tickets', target: child.address });
  return {
    ...child,
    ready: async () => {
      await child.ready();
      await eventually(() => caller.health());
    },
    caller,
    close: async () => {
      await child.kill();
      await caller.close();
    },
  };
};
