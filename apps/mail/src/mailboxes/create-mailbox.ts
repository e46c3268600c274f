import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { invalid } from '@parley/errors';
import { newId } from '@parley/persistence';
import type {
  CreateMailboxRequest,
  CreateMailboxResponse,
} from '@parley/proto/generated/parley/mail/v1/mailboxes_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { MAX_MAILBOXES, type MailboxRow } from './mailbox';
import { mailboxAddressTaken, mailboxLimitReached } from './mailbox.errors';
import { readMailbox } from './mailbox.input';
import { presentMailbox } from './mailbox.present';
import { countMailboxes, insertMailbox } from './mailbox.store';
import { sealPasswords } from './seal-passwords';

/** Creates a mailbox. 409 MAILBOX_ADDRESS_TAKEN or MAILBOX_LIMIT_REACHED. */
export const createMailbox = async (
  deps: Pick<Deps, 'store' | 'sealer' | 'outbound' | 'workspace' | 'smtp' | 'fetchers' | 'clock'>,
  request: CreateMailboxRequest,
  context: OnceContext<CreateMailboxResponse>,
): Promise<Partially<CreateMailboxResponse>> => {
  const { projectId, organisationId } = projectScope(context.scope);
  const change = readMailbox(deps.outbound, { ...request, nulls: [] }, undefined);
  await demandTeam(deps, projectId, change.fields.team, context);
  const at = deps.clock();
  const id = newId(at.getTime());
  const row: MailboxRow = {
    projectId,
    id,
    organisationId,
    ...change.fields,
    ...sealPasswords(deps.sealer, id, change, undefined),
    type: change.fields.incoming.type,
    ...newFetching(change.fields.incoming),
    revision: 1,
    outgoingState: 'ok',
    lastError: null,
    lastErrorAt: null,
    lastReceivedAt: null,
    lastSentAt: null,
    createdAt: at,
    updatedAt: at,
  };
  return onFreeAddress(
    deps.store.transaction(async (tx) => {
      if ((await countMailboxes(tx, projectId)) >= MAX_MAILBOXES) throw mailboxLimitReached();
      await insertMailbox(tx, row);
      const answer = { mailbox: presentMailbox(row, 0) };
      await context.record(tx.sql, answer);
      return answer;
    }),
  ).finally(() => lookFor(deps));
};

/** Has a changed mailbox served at once. */
export const lookFor = ({ smtp, fetchers }: Pick<Deps, 'smtp' | 'fetchers'>): Promise<void> => {
  fetchers.lookNow();
  return smtp.look();
};

/** The state of a fetcher that has not begun. */
export const newFetching = ({
  type,
}: MailboxRow['incoming']): Pick<
  MailboxRow,
  'incomingState' | 'uidValidity' | 'lastUid' | 'failingSince'
> => ({
  incomingState: type === 'imap' ? 'connecting' : 'none',
  uidValidity: null,
  lastUid: null,
  failingSince: null,
});

/** 400 for a team that the project does not have. */
export const demandTeam = async (
  { workspace }: Pick<Deps, 'workspace'>,
  projectId: string,
  team: string | null,
  context: CallContext,
): Promise<void> => {
  if (team !== null && !(await workspace.isTeam(projectId, team, context)))
    throw invalid({ field: 'team', message: 'is no team of this project' });
};

/** Whether Prisma's error is about a unique index: the address has the only one. */
const isTaken = (error: unknown): boolean => (error as { code?: string }).code === 'P2002';

/** 409 MAILBOX_ADDRESS_TAKEN for a write that fails on the address of another mailbox. */
export const onFreeAddress = <T>(write: Promise<T>): Promise<T> =>
  write.catch((error: unknown) => {
    throw isTaken(error) ? mailboxAddressTaken() : error;
  });
