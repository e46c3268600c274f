import { projectScope } from '@parley/auth';
import { newId } from '@parley/persistence';
import type {
  TestMailboxRequest,
  TestMailboxResponse,
} from '@parley/proto/generated/parley/mail/v1/mailboxes_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { connectImap, explain, openFolder } from '../imap';
import { findMailbox, mailboxNotFound, type MailboxRow, secretContext } from '../mailboxes';
import { awaitProbe, insertProbe, makeProbe, PROBE_HEADER } from '../probes';
import { openSender } from '../sending';

/** Milliseconds that a mail to the mailbox's own address may take. */
const ROUND_TRIP_MS = 30_000;
/** Milliseconds that a connection may take. */
const CONNECT_MS = 10_000;

type Result = NonNullable<TestMailboxResponse['incoming']>;
type TestDeps = Pick<Deps, 'store' | 'sealer' | 'outbound' | 'mail' | 'smtp' | 'clock'>;

/** Connects to both servers of a mailbox, sends a mail to its own address and waits for it. */
export const testMailbox = async (
  deps: TestDeps,
  { mailboxId }: TestMailboxRequest,
  context: CallContext,
): Promise<Partially<TestMailboxResponse>> => {
  const { projectId } = projectScope(context.scope);
  const mailbox = await findMailbox(deps.store, projectId, mailboxId);
  if (!mailbox) throw mailboxNotFound();
  const [incoming, outgoing] = await Promise.all([
    check(() => connect(deps, mailbox)),
    check(async () => {
      const sender = await openSender(deps, mailbox);
      await sender.health().finally(() => sender.close());
    }),
  ]);
  if (!incoming.ok || !outgoing.ok || mailbox.type === 'http') return { incoming, outgoing };
  const began = performance.now();
  const sent = await check(() => sendProbe(deps, mailbox));
  if (!sent.ok) return { incoming, outgoing: sent };
  const { id } = sent;
  const isBack = await awaitProbe(deps.store, { projectId, mailboxId, id: id ?? '' }, ROUND_TRIP_MS);
  return { incoming, outgoing, ...(isBack && { roundTripMs: Math.round(performance.now() - began) }) };
};

const check = async (work: () => Promise<string | void>): Promise<Result & { id?: string }> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })), CONNECT_MS);
  });
  try {
    const id = await Promise.race([work(), late]);
    return { ok: true, error: undefined, ...(id !== undefined && { id }) };
  } catch (error) {
    return { ok: false, error: explain((error as { cause?: unknown }).cause ?? error) };
  } finally {
    clearTimeout(timer);
  }
};

const connect = async ({ outbound, sealer, smtp }: TestDeps, mailbox: MailboxRow): Promise<void> => {
  const { id, type, incoming, incomingSecret } = mailbox;
  if (type === 'http') return;
  if (type === 'smtp') {
    await smtp.look();
    return smtp.health();
  }
  const client = await connectImap(
    outbound,
    incoming,
    sealer.open(incomingSecret ?? '', secretContext(id, 'incoming')),
  );
  try {
    await openFolder(client, incoming, { readOnly: true });
  } finally {
    client.close();
  }
};

const sendProbe = async (
  deps: TestDeps,
  { projectId, id: mailboxId, address, name }: MailboxRow,
): Promise<string> => {
  const id = newId();
  const probe = { projectId, mailboxId, id };
  await insertProbe(deps.store, probe, deps.clock());
  const mailbox = await findMailbox(deps.store, projectId, mailboxId);
  if (!mailbox) throw mailboxNotFound();
  const sender = await openSender(deps, mailbox);
  await sender
    .send({
      messageId: `test.${id}@${address.slice(address.lastIndexOf('@') + 1)}`,
      from: { address, name },
      to: { address },
      subject: 'Test of this mailbox',
      text: 'This mail tries whether the mailbox sends and receives. It opens no ticket.',
      headers: { [PROBE_HEADER]: makeProbe(deps.sealer, probe), 'Auto-Submitted': 'auto-generated' },
    })
    .finally(() => sender.close());
  return id;
};
