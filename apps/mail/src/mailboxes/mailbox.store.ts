import { compileList, inOrder, type ListFields, type ListQuery, type Sql } from '@parley/persistence';
import type { Store } from '../db';
import { type Mailbox, Prisma } from '../generated/prisma/client';
import type { MailboxRow } from './mailbox';

/** The filters and sort keys of the list of mailboxes. */
const mailboxList: ListFields = {
  fields: {
    id: { column: 'id', type: 'id' },
    team: { column: 'team', type: 'id' },
    name: { column: 'name', type: 'text' },
    address: { column: 'address', type: 'text' },
    fromName: { column: 'from_name', type: 'text' },
    trustReplyTo: { column: 'trust_reply_to', type: 'boolean' },
    quoteHistory: { column: 'quote_history', type: 'boolean' },
    createdAt: { column: 'created_at', type: 'date' },
    updatedAt: { column: 'updated_at', type: 'date' },
  },
  // Ids are in the order of creation.
  sortable: { createdAt: 'id' },
  order: 'createdAt',
  page: { default: 100, max: 100 },
};

const toRow = (stored: Mailbox): MailboxRow => stored as unknown as MailboxRow;

/** SQL's null where Prisma would store JSON's. */
const json = (value: object | null): Prisma.InputJsonObject | typeof Prisma.DbNull =>
  value === null ? Prisma.DbNull : (value as Prisma.InputJsonObject);

const toStored = ({ incoming, outgoing, signature, ...row }: MailboxRow) => ({
  ...row,
  incoming: incoming as unknown as Prisma.InputJsonObject,
  outgoing: json(outgoing),
  signature: json(signature),
});

/** The project's mailboxes that a list asks for. */
export const listMailboxRows = async (
  { prisma, sql }: Store,
  projectId: string,
  query: ListQuery,
): Promise<MailboxRow[]> => {
  const params: unknown[] = [projectId];
  const { where, orderBy, skip, limit } = compileList(query, mailboxList, params);
  const found = await sql.query<{ id: string }>(
    `SELECT id FROM mailbox WHERE project_id = $1 AND ${where} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`,
    params,
  );
  const ids = found.map(({ id }) => id);
  const rows = await prisma.mailbox.findMany({ where: { projectId, id: { in: ids } } });
  return inOrder(ids, rows).map(toRow);
};

/** A mailbox of the project. */
export const findMailbox = async (
  { prisma }: Store,
  projectId: string,
  id: string,
): Promise<MailboxRow | undefined> => {
  const row = await prisma.mailbox.findUnique({ where: { projectId_id: { projectId, id } } });
  return row ? toRow(row) : undefined;
};

/** Like `findMailbox`; locks it until the transaction ends. */
export const lockMailbox = async (
  tx: Store,
  projectId: string,
  id: string,
): Promise<MailboxRow | undefined> => {
  await tx.sql.query('SELECT id FROM mailbox WHERE project_id = $1 AND id = $2 FOR UPDATE', [projectId, id]);
  return findMailbox(tx, projectId, id);
};

/** Number of mailboxes of a project, which stays until the transaction ends. */
export const countMailboxes = async (tx: Store, projectId: string): Promise<number> => {
  await tx.sql.query("SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('mailboxes:' || $1, 0))", [
    projectId,
  ]);
  return tx.prisma.mailbox.count({ where: { projectId } });
};

/** Stores a new mailbox. */
export const insertMailbox = async ({ prisma }: Store, row: MailboxRow): Promise<void> => {
  await prisma.mailbox.create({ data: toStored(row), select: { id: true } });
};

/** Changes a mailbox that exists. */
export const updateMailboxRow = async ({ prisma }: Store, row: MailboxRow): Promise<void> => {
  const { projectId, id } = row;
  const where = { projectId_id: { projectId, id } };
  await prisma.mailbox.update({ where, data: toStored(row), select: { id: true } });
};

/** Deletes a mailbox, with what waits for it. */
export const deleteMailboxRow = async (
  { prisma }: Store,
  { projectId, id }: Pick<MailboxRow, 'projectId' | 'id'>,
): Promise<void> => {
  await prisma.mailbox.delete({ where: { projectId_id: { projectId, id } }, select: { id: true } });
};

/** How many mails stay on the servers of mailboxes, by mailbox. */
export const countLeftovers = async (
  { prisma }: Store,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, number>> => {
  const counts = await prisma.mailboxLeftover.groupBy({
    by: ['mailboxId'],
    where: { projectId, mailboxId: { in: [...ids] } },
    _count: true,
  });
  return new Map(counts.map(({ mailboxId, _count }) => [mailboxId, _count]));
};

/** Takes a team that is gone off the project's mailboxes. */
export const leaveTeam = async (sql: Sql, projectId: string, team: string): Promise<void> => {
  await sql.query('UPDATE mailbox SET team = NULL WHERE project_id = $1 AND team = $2', [projectId, team]);
};
