import { DomainError } from '@parley/errors';
import type { ImapFlow } from 'imapflow';
import type PQueue from 'p-queue';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../deps';
import type { Delivery } from '../delivery';
import type { MailboxRow } from '../mailboxes';
import { LOOK_MS, MAX_MAIL_BYTES, openFolder } from './connect';
import { beginFolder, noteDone, noteRefusal } from './cursor.store';

/** Milliseconds that a first connection goes back. */
const DAY_MS = 24 * 3_600_000;
/** UIDs that are asked for at a time. */
const PAGE = 100;

type FolderDeps = Pick<Deps, 'store' | 'clock'> & {
  delivery: Delivery;
  /** Bounds the mails that are in memory. */
  turns: PQueue;
};

/** Fetches the new mails of a folder, and waits for more, until the signal aborts, the connection ends or the mailbox was changed. */
export const fetchFolder = async (
  deps: FolderDeps,
  client: ImapFlow,
  mailbox: MailboxRow,
  signal: AbortSignal,
): Promise<void> => {
  const { uidValidity } = await openFolder(client, mailbox.incoming);
  const bell = listen(client, signal);
  let lastUid = await findStart(deps, client, mailbox, uidValidity);
  while (!signal.aborted) {
    bell.reset();
    const uids = await listNew(client, lastUid);
    for (const uid of uids) {
      if (signal.aborted) return;
      const isSame = await deps.turns.add(() => fetchOne(deps, client, mailbox, uid));
      // Another fetcher gets it once more, and does with it as the mailbox says.
      if (!isSame) return;
      lastUid = uid;
    }
    if (uids.length === 0) await bell.wait();
  }
};

/** Rings when the server announces a mail, and after a minute. */
const listen = (client: ImapFlow, signal: AbortSignal): { reset(): void; wait(): Promise<void> } => {
  let ring = new AbortController();
  client.on('exists', () => ring.abort());
  return {
    reset: () => {
      ring = new AbortController();
    },
    wait: async () => {
      if (!ring.signal.aborted) {
        // Ends with the next command. A server without IDLE is asked by the client.
        void client.idle().catch(() => undefined);
        const end = AbortSignal.any([signal, ring.signal]);
        await Promise.race([
          sleep(LOOK_MS, undefined, { signal: end }),
          once(client, 'close', { signal: end }),
        ]).catch(() => undefined);
      }
      if (!client.usable)
        throw Object.assign(new Error('The server closed the connection'), { code: 'ECONNRESET' });
    },
  };
};

/** The last UID that is done. A folder that is new, or has new numbers, begins with the mails of the last day. */
const findStart = async (
  { store, clock }: FolderDeps,
  client: ImapFlow,
  mailbox: MailboxRow,
  uidValidity: bigint,
): Promise<number> => {
  if (mailbox.uidValidity === uidValidity && mailbox.lastUid !== null) return Number(mailbox.lastUid);
  const { since } = mailbox.incoming;
  const day = new Date((mailbox.lastReceivedAt ?? clock()).getTime() - DAY_MS);
  const from = mailbox.uidValidity === null && since !== undefined ? new Date(since) : day;
  const lastUid = await findUidBefore(client, from);
  await beginFolder(store.sql, mailbox, { uidValidity, lastUid });
  return lastUid;
};

/** The UID before the first mail that came at or after a time. */
const findUidBefore = async (client: ImapFlow, from: Date): Promise<number> => {
  // Servers search by the day of their own zone: a day more is asked for, and the times say the rest.
  const found = (await client.search({ since: new Date(from.getTime() - DAY_MS) }, { uid: true })) || [];
  found.sort((a, b) => a - b);
  const times = new Map<number, Date>();
  if (found.length > 0)
    for await (const { uid, internalDate } of client.fetch(
      `${found[0]}:*`,
      { uid: true, internalDate: true },
      { uid: true },
    ))
      times.set(uid, new Date(internalDate ?? 0));
  const first = found.find((uid) => (times.get(uid) ?? new Date(0)) >= from);
  const { uidNext = 1 } = client.mailbox || {};
  return (first ?? uidNext) - 1;
};

/** UIDs after one, in their order. */
const listNew = async (client: ImapFlow, lastUid: number): Promise<number[]> => {
  const found = (await client.search({ uid: `${lastUid + 1}:*` }, { uid: true })) || [];
  // The last mail is in each such range.
  return found
    .filter((uid) => uid > lastUid)
    .sort((a, b) => a - b)
    .slice(0, PAGE);
};

/**
 * Delivers a mail, notes that it is done, and marks, moves or deletes it on the server. One that cannot be read stays there. False when
 * the mailbox was changed since.
 */
const fetchOne = async (
  { store, clock, delivery }: FolderDeps,
  client: ImapFlow,
  mailbox: MailboxRow,
  uid: number,
): Promise<boolean> => {
  const { size = 0 } = (await client.fetchOne(String(uid), { size: true }, { uid: true })) || {};
  const leave = async (leftFor: string): Promise<boolean> => {
    const isSame = await noteDone(store.sql, mailbox, uid, { at: clock(), leftFor });
    if (isSame) await client.messageFlagsAdd(String(uid), ['\\Flagged'], { uid: true });
    return isSame;
  };
  if (size > MAX_MAIL_BYTES) return leave('A mail has more than 30 MB.');
  const { source } = (await client.fetchOne(String(uid), { source: true }, { uid: true })) || {};
  // Another program deleted it.
  if (!source) return noteDone(store.sql, mailbox, uid, { at: clock() });
  const { projectId, organisationId } = mailbox;
  try {
    await delivery.deliver({
      project: { projectId, organisationId },
      mime: source,
      mailbox,
      recipients: [mailbox.address],
    });
  } catch (error) {
    const isLasting = error instanceof DomainError && (error.kind === 'invalid' || error.kind === 'tooLarge');
    if (isLasting) return leave(`A mail cannot be read: ${error.message}`);
    throw Object.assign(new Error('The mail was not handed over', { cause: error }), { code: 'HAND_OVER' });
  }
  if (!(await noteDone(store.sql, mailbox, uid, { at: clock() }))) return false;
  const refusal = await finish(client, mailbox, uid);
  // A closed connection is another failure, and says so itself.
  if (refusal !== undefined && client.usable)
    await noteRefusal(store.sql, mailbox, { error: refusal, at: clock() });
  return true;
};

/** Marks, moves or deletes a mail that is done. Answers the refusal of the server, if any. */
const finish = async (
  client: ImapFlow,
  { incoming: { after, moveTo } }: MailboxRow,
  uid: number,
): Promise<string | undefined> => {
  const mail = String(uid);
  const options = { uid: true };
  if (after === 'delete')
    return (await client.messageDelete(mail, options)) ? undefined : refused('delete a mail');
  if (after === 'move' && moveTo !== undefined)
    return (await client.messageMove(mail, moveTo, options))
      ? undefined
      : refused(`move a mail to ${moveTo}`);
  return (await client.messageFlagsAdd(mail, ['\\Seen'], options))
    ? undefined
    : refused('mark a mail as seen');
};

const refused = (what: string): string =>
  `The server refused to ${what}. The mail was taken, and stays where it is.`;
