import { isDeepStrictEqual } from 'node:util';
import type { Sql } from '@parley/persistence';
import { createPauses, mapInTurns } from '@parley/timing';
import { keepServices } from '../names';
import { type Change, computeChange } from './figures';
import { type Fact, type Kind, kinds } from './kinds';

const nameOfKind = new Map(Object.entries(kinds).map(([name, number]) => [number as number, name as Kind]));

/** Name of the kind with a number. */
export const findKind = (number: number): Kind => {
  const name = nameOfKind.get(number);
  if (!name) throw new Error(`There is no kind of facts with the number ${number}`);
  return name;
};

/** A row of `fact` by column, as `json_populate_recordset` takes it. */
interface FactRow {
  project_id: string;
  kind: number;
  source_id: string;
  at: string;
  ticket_id: string | null;
  user_id: string | null;
  team_id: string | null;
  actor_type: string | null;
  actor_id: string | null;
  flags: number;
  ms: number | null;
  work_ms: number | null;
  value: number | null;
  previous_at: string | null;
  previous_own_at: string | null;
  contact_id: string | null;
  extra: Record<string, unknown> | null;
  trait_id: number | null;
  ticket_created_at: string | null;
}

const iso = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());

const toRow = (projectId: string, fact: Fact): FactRow => ({
  project_id: projectId,
  kind: kinds[fact.kind],
  source_id: fact.sourceId,
  at: new Date(fact.at).toISOString(),
  ticket_id: fact.ticketId ?? null,
  user_id: fact.userId ?? null,
  team_id: fact.teamId ?? null,
  actor_type: fact.actorType ?? null,
  actor_id: fact.actorId ?? null,
  flags: fact.flags,
  ms: fact.ms ?? null,
  work_ms: fact.workMs ?? null,
  value: fact.value ?? null,
  previous_at: iso(fact.previousAt),
  previous_own_at: iso(fact.previousOwnAt),
  contact_id: fact.contactId ?? null,
  extra: fact.extra ?? null,
  trait_id: fact.traitId ?? null,
  ticket_created_at: iso(fact.ticketCreatedAt),
});

type Stored = Omit<FactRow, 'at' | 'previous_at' | 'previous_own_at' | 'ticket_created_at'> & {
  at: Date;
  previous_at: Date | null;
  previous_own_at: Date | null;
  ticket_created_at: Date | null;
};

const toFact = (row: Stored): Fact => ({
  kind: findKind(row.kind),
  sourceId: row.source_id,
  at: row.at.getTime(),
  ...(row.ticket_id !== null && { ticketId: row.ticket_id }),
  ...(row.user_id !== null && { userId: row.user_id }),
  ...(row.team_id !== null && { teamId: row.team_id }),
  ...(row.actor_type !== null && { actorType: row.actor_type }),
  ...(row.actor_id !== null && { actorId: row.actor_id }),
  flags: row.flags,
  ...(row.ms !== null && { ms: row.ms }),
  ...(row.work_ms !== null && { workMs: row.work_ms }),
  ...(row.value !== null && { value: row.value }),
  ...(row.previous_at !== null && { previousAt: row.previous_at.getTime() }),
  ...(row.previous_own_at !== null && { previousOwnAt: row.previous_own_at.getTime() }),
  ...(row.contact_id !== null && { contactId: row.contact_id }),
  ...(row.extra !== null && { extra: row.extra }),
  ...(row.trait_id !== null && { traitId: row.trait_id }),
  ...(row.ticket_created_at !== null && { ticketCreatedAt: row.ticket_created_at.getTime() }),
});

const COLUMNS = `kind, source_id, at, ticket_id, user_id, team_id, actor_type, actor_id, flags, ms, work_ms, value,
  previous_at, previous_own_at, contact_id, extra, trait_id, ticket_created_at`;

/** Facts of tickets. */
export const factsOfTickets = async (
  sql: Sql,
  projectId: string,
  ticketIds: readonly string[],
): Promise<Fact[]> => {
  const rows = await sql.query<Stored>(
    `SELECT project_id, ${COLUMNS} FROM fact WHERE project_id = $1 AND ticket_id = ANY ($2)`,
    [projectId, ticketIds],
    { prepare: true },
  );
  return rows.map(toFact);
};

/** Facts of a contact that belong to no ticket. */
export const factsOfContact = async (sql: Sql, projectId: string, contactId: string): Promise<Fact[]> => {
  const rows = await sql.query<Stored>(
    `SELECT project_id, ${COLUMNS} FROM fact WHERE project_id = $1 AND contact_id = $2`,
    [projectId, contactId],
  );
  return rows.map(toFact);
};

const plainColumns = [
  'at',
  'ticketId',
  'userId',
  'teamId',
  'actorType',
  'actorId',
  'flags',
  'ms',
  'workMs',
  'value',
  'previousAt',
  'previousOwnAt',
  'contactId',
  'traitId',
  'ticketCreatedAt',
] as const satisfies readonly (keyof Fact)[];

/** Whether two facts with the same key are equal in every other column too. */
const isSame = (one: Fact, other: Fact): boolean =>
  plainColumns.every((column) => one[column] === other[column]) && isDeepStrictEqual(one.extra, other.extra);

const makeKey = ({ kind, sourceId }: Fact): string => `${kind} ${sourceId}`;

const QUARTERS = `
INSERT INTO fact_quarter AS q (project_id, figure, quarter, count)
SELECT $1, figure, to_timestamp(quarter / 1000.0), count
  FROM json_to_recordset($2::json) AS r (figure smallint, quarter float8, count bigint)
ON CONFLICT (project_id, figure, quarter) DO UPDATE SET count = q.count + excluded.count`;

const SPREADS = `
INSERT INTO fact_spread AS s (project_id, figure, working, day, bucket, count, total)
SELECT $1, figure, working, (to_timestamp(day / 1000.0) AT TIME ZONE 'UTC')::date, bucket, count, total
  FROM json_to_recordset($2::json)
       AS r (figure smallint, working boolean, day float8, bucket smallint, count bigint, total bigint)
ON CONFLICT (project_id, figure, working, day, bucket)
   DO UPDATE SET count = s.count + excluded.count, total = s.total + excluded.total`;

const applyChange = async (sql: Sql, projectId: string, { quarters, spreads }: Change): Promise<void> => {
  for (const [text, rows] of [
    [QUARTERS, quarters],
    [SPREADS, spreads],
  ] as const)
    if (rows.length > 0) await sql.query(text, [projectId, JSON.stringify(rows)], { prepare: true });
};

const INSERT = 'INSERT INTO fact SELECT * FROM json_populate_recordset(NULL::fact, $1::json)';

/** Facts as the parameter of `INSERT`. Other work has its turn in between: a batch of imported tickets has thousands. */
const toRecords = async (projectId: string, facts: readonly Fact[]): Promise<string> =>
  JSON.stringify(await mapInTurns(facts, (fact) => toRow(projectId, fact)));

const DELETE = `
DELETE FROM fact f USING unnest($2::smallint[], $3::text[]) AS gone (kind, source_id)
 WHERE f.project_id = $1 AND f.kind = gone.kind AND f.source_id = gone.source_id`;

/**
 * Replaces former facts by the current ones: writes the differences, and counts them. Runs in the transaction that locks the facts'
 * ticket.
 */
export const replaceFacts = async (
  sql: Sql,
  projectId: string,
  before: readonly Fact[],
  now: readonly Fact[],
): Promise<void> => {
  const known = new Map(before.map((fact) => [makeKey(fact), fact]));
  const come: Fact[] = [];
  const gone: Fact[] = [];
  const pause = createPauses();
  for (const fact of now) {
    await pause();
    const key = makeKey(fact);
    const old = known.get(key);
    known.delete(key);
    if (old && isSame(old, fact)) continue;
    if (old) gone.push(old);
    come.push(fact);
  }
  gone.push(...known.values());
  if (gone.length > 0)
    await sql.query(
      DELETE,
      [projectId, gone.map(({ kind }) => kinds[kind]), gone.map(({ sourceId }) => sourceId)],
      { prepare: true },
    );
  if (come.length > 0) await sql.query(INSERT, [await toRecords(projectId, come)], { prepare: true });
  await keepServices(sql, projectId, come);
  await applyChange(sql, projectId, computeChange(gone, come));
};

/** Writes facts that never change; a known one does not count again. */
export const addFacts = async (sql: Sql, projectId: string, facts: readonly Fact[]): Promise<void> => {
  if (facts.length === 0) return;
  const rows = await sql.query<{ kind: number; source_id: string }>(
    `${INSERT} ON CONFLICT DO NOTHING RETURNING kind, source_id`,
    [await toRecords(projectId, facts)],
    { prepare: true },
  );
  const fresh = new Set(rows.map(({ kind, source_id }) => `${findKind(kind)} ${source_id}`));
  await applyChange(
    sql,
    projectId,
    computeChange(
      [],
      facts.filter((fact) => fresh.has(makeKey(fact))),
    ),
  );
};

/** Writes facts of tickets that have none. Summaries are made of all facts afterwards. */
export const insertFacts = async (sql: Sql, projectId: string, facts: readonly Fact[]): Promise<void> => {
  if (facts.length === 0) return;
  await keepServices(sql, projectId, facts);
  await sql.query(INSERT, [await toRecords(projectId, facts)], { prepare: true });
};
