import { projectScope } from '@parley/auth';
import type {
  GetMailboxRequest,
  GetMailboxResponse,
  ListMailboxesRequest,
  ListMailboxesResponse,
} from '@parley/proto/generated/parley/mail/v1/mailboxes_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import type { MailboxRow } from './mailbox';
import { mailboxNotFound } from './mailbox.errors';
import { presentMailbox } from './mailbox.present';
import { countLeftovers, findMailbox, listMailboxRows } from './mailbox.store';

/** The project's mailboxes, oldest first unless asked for another order. */
export const listMailboxes = async (
  { store }: Pick<Deps, 'store'>,
  request: ListMailboxesRequest,
  context: CallContext,
): Promise<Partially<ListMailboxesResponse>> => {
  const { projectId } = projectScope(context.scope);
  return { mailboxes: await presentAll(store, await listMailboxRows(store, projectId, request)) };
};

/** A mailbox. 404 MAILBOX_NOT_FOUND. */
export const getMailbox = async (
  { store }: Pick<Deps, 'store'>,
  { mailboxId }: GetMailboxRequest,
  context: CallContext,
): Promise<Partially<GetMailboxResponse>> => {
  const { projectId } = projectScope(context.scope);
  const row = await findMailbox(store, projectId, mailboxId);
  if (!row) throw mailboxNotFound();
  const [mailbox] = await presentAll(store, [row]);
  return { mailbox };
};

const presentAll = async (store: Deps['store'], rows: readonly MailboxRow[]) => {
  const [first] = rows;
  if (!first) return [];
  const counts = await countLeftovers(
    store,
    first.projectId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentMailbox(row, counts.get(row.id) ?? 0));
};
