import { type Sql } from '@parley/persistence';

const prepare = { prepare: true };

/** A contact whose tickets are to move to a company. */
export interface TicketMove {
  projectId: string;
  organisationId: string;
  contactId: string;
  companyId: string;
  revision: number;
}

const QUEUE = `INSERT INTO company_ticket_move AS m (project_id, contact_id, organisation_id, company_id, revision, due_at)
  VALUES ($1, $2, $3, $4, 1, $5)
  ON CONFLICT (project_id, contact_id) DO UPDATE SET company_id = EXCLUDED.company_id, revision = m.revision + 1
  RETURNING revision, xmax = 0 AS "isFirst"`;

/**
 * Asks for a move in the transaction that links the contact; a worker takes it up at `dueAt`. Answers undefined when
 * another move of the contact may be going on: the worker begins this one when that has had its time, so that the later
 * one is the last.
 */
export const queueMove = async (
  tx: Sql,
  move: Omit<TicketMove, 'revision'>,
  dueAt: Date,
): Promise<TicketMove | undefined> => {
  const { projectId, contactId, organisationId, companyId } = move;
  const values = [projectId, contactId, organisationId, companyId, dueAt];
  const [row] = await tx.query<{ revision: number; isFirst: boolean }>(QUEUE, values, prepare);
  return row?.isFirst ? { ...move, revision: row.revision } : undefined;
};

/** Whether a move is due. */
export const MOVE_DUE = { at: '(SELECT min(due_at) FROM company_ticket_move)' };

const CLAIM = `UPDATE company_ticket_move SET due_at = $2, revision = revision + 1
  WHERE (project_id, contact_id) IN (
    SELECT project_id, contact_id FROM company_ticket_move WHERE due_at <= $1
    ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
  )
  RETURNING project_id AS "projectId", contact_id AS "contactId", organisation_id AS "organisationId",
            company_id AS "companyId", revision`;

/** Takes up the move that is most overdue; it is due again at `leaseUntil`. */
export const claimMove = async (
  sql: Sql,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<TicketMove | undefined> => (await sql.query<TicketMove>(CLAIM, [now, leaseUntil], prepare))[0];

const END = 'DELETE FROM company_ticket_move WHERE project_id = $1 AND contact_id = $2 AND revision = $3';

/** Ends a move, unless another was asked for meanwhile. */
export const endMove = async (sql: Sql, { projectId, contactId, revision }: TicketMove): Promise<void> => {
  await sql.query(END, [projectId, contactId, revision], prepare);
};

const POSTPONE = `UPDATE company_ticket_move SET due_at = $4
  WHERE project_id = $1 AND contact_id = $2 AND revision = $3`;

/** Makes a move due at another time, unless another was asked for meanwhile. */
export const postponeMove = async (
  sql: Sql,
  { projectId, contactId, revision }: TicketMove,
  dueAt: Date,
): Promise<void> => {
  await sql.query(POSTPONE, [projectId, contactId, revision, dueAt], prepare);
};
