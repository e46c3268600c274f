import type { Events } from '@parley/events';
import type { Logger } from '@parley/telemetry';
import type { ImapFlow } from 'imapflow';
import type PQueue from 'p-queue';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../deps';
import type { Delivery } from '../delivery';
import { findMailbox, secretContext } from '../mailboxes';
import { connectImap } from './connect';
import { type FetchedMailbox, noteConnected } from './cursor.store';
import { fetchFolder } from './fetch-folder';
import { noteFailure } from './note-failure';
import { createRests } from './rests';

export type FetchDeps = Pick<Deps, 'store' | 'clock' | 'sealer' | 'outbound'> & {
  log: Logger;
  delivery: Delivery;
  turns: PQueue;
  events: Pick<Events, 'append'>;
};

/** Fetches a mailbox until the signal aborts, or the mailbox was changed. Connects again after failures. */
export const fetchMailbox = async (
  deps: FetchDeps,
  fetched: FetchedMailbox,
  signal: AbortSignal,
): Promise<void> => {
  const { log } = deps;
  const rests = createRests();
  while (!signal.aborted) {
    try {
      const isSame = await fetchOnce(deps, fetched, signal, rests.begin);
      if (!isSame) return;
    } catch (error) {
      if (signal.aborted) return;
      log.debug({ err: error, mailbox: fetched.id }, 'Fetching a mailbox failed');
      // Without the database there is nothing to note it in.
      await noteFailure(deps, fetched, error).catch(() => undefined);
      await sleep(rests.next(), undefined, { signal }).catch(() => undefined);
    }
  }
};

/** One connection. Answers false when the mailbox is gone, or was changed. */
const fetchOnce = async (
  { store, clock, sealer, outbound, delivery, turns }: FetchDeps,
  { projectId, id, revision }: FetchedMailbox,
  signal: AbortSignal,
  onConnected: () => void,
): Promise<boolean> => {
  const mailbox = await findMailbox(store, projectId, id);
  if (!mailbox || mailbox.revision !== revision || mailbox.incomingSecret === null) return false;
  const password = sealer.open(mailbox.incomingSecret, secretContext(id, 'incoming'));
  const client = await connectImap(outbound, mailbox.incoming, password);
  const close = (): void => client.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    await noteConnected(store.sql, mailbox);
    onConnected();
    await fetchFolder({ store, clock, delivery, turns }, client, mailbox, signal);
  } finally {
    signal.removeEventListener('abort', close);
    await logOut(client);
  }
  return true;
};

const logOut = (client: ImapFlow): Promise<void> =>
  Promise.race([client.logout().then(() => undefined), sleep(1_000)])
    .catch(() => undefined)
    .finally(() => client.close());
