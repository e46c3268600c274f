import { projectScope } from '@parley/auth';
import type {
  UpdateMailboxRequest,
  UpdateMailboxResponse,
} from '@parley/proto/generated/parley/mail/v1/mailboxes_service';
import type { CallContext, Partially } from '@parley/rpc';
import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '../deps';
import { demandTeam, lookFor, newFetching, onFreeAddress } from './create-mailbox';
import type { MailboxRow } from './mailbox';
import { mailboxNotFound } from './mailbox.errors';
import { type MailboxChange, readMailbox } from './mailbox.input';
import { presentMailbox } from './mailbox.present';
import { countLeftovers, findMailbox, lockMailbox, updateMailboxRow } from './mailbox.store';
import { sealPasswords } from './seal-passwords';

/** Changes a mailbox. Another server, user or folder begins as a new mailbox does. 409 MAILBOX_ADDRESS_TAKEN. */
export const updateMailbox = async (
  deps: Pick<Deps, 'store' | 'sealer' | 'outbound' | 'workspace' | 'smtp' | 'fetchers' | 'clock'>,
  { mailboxId: id, ...sent }: UpdateMailboxRequest,
  context: CallContext,
): Promise<Partially<UpdateMailboxResponse>> => {
  const { projectId } = projectScope(context.scope);
  const found = await findMailbox(deps.store, projectId, id);
  if (!found) throw mailboxNotFound();
  await demandTeam(deps, projectId, readMailbox(deps.outbound, sent, found).fields.team, context);
  return onFreeAddress(
    deps.store.transaction(async (tx) => {
      const before = await lockMailbox(tx, projectId, id);
      if (!before) throw mailboxNotFound();
      const change = readMailbox(deps.outbound, sent, before);
      const after: MailboxRow = {
        ...before,
        ...change.fields,
        ...sealPasswords(deps.sealer, id, change, before),
        type: change.fields.incoming.type,
        ...fetchingAfter(before, change),
        updatedAt: deps.clock(),
      };
      if (sent.outgoing || change.fields.outgoing === null) after.outgoingState = 'ok';
      await updateMailboxRow(tx, after);
      const waiting = (await countLeftovers(tx, projectId, [id])).get(id) ?? 0;
      return { mailbox: presentMailbox(after, waiting) };
    }),
  ).finally(() => lookFor(deps));
};

/** The fetcher after a change: it begins again for another folder, and connects again after every change of its side. */
const fetchingAfter = (
  before: MailboxRow,
  { fields: { incoming }, passwords }: MailboxChange,
): Partial<MailboxRow> => {
  const isPaused = before.incomingState === 'paused';
  const isSame =
    passwords.incoming === undefined && isDeepStrictEqual(before.incoming, withoutUnset(incoming));
  if (isSame && !isPaused) return {};
  const place = ({ host, port, user, folder }: MailboxRow['incoming']): string =>
    [host, port, user, folder].join(' ');
  const { uidValidity, lastUid } =
    place(before.incoming) === place(incoming) ? before : newFetching(incoming);
  return { ...newFetching(incoming), uidValidity, lastUid, revision: before.revision + 1 };
};

/** As it is once it has been stored. */
const withoutUnset = (value: object): unknown => JSON.parse(JSON.stringify(value));
