import type { Sql } from '@parley/persistence';
import { FIRST_HIDDEN_KIND, type Kind, kinds } from '../facts';
import type { Period } from '../question';
import type { RawCondition } from './raw-filter';

/** A fact with what its ticket is now. */
export interface RawFact {
  kind: number;
  sourceId: string;
  at: Date;
  ticketId: string | null;
  userId: string | null;
  actorType: string | null;
  actorId: string | null;
  flags: number;
  ms: number | null;
  workMs: number | null;
  value: number | null;
  contactId: string | null;
  extra: Record<string, unknown> | null;
  type: string | null;
  status: string | null;
  priority: string | null;
  tags: string[] | null;
  channel: string | null;
  teamId: string | null;
  ticketContactId: string | null;
}

/** Where a page begins: behind this row. */
export type RawPlace = Pick<RawFact, 'at' | 'kind' | 'sourceId'>;

const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name);

/** What of conditions an index can serve; rows are looked at in full afterwards. */
const narrowed = (conditions: readonly RawCondition[], params: unknown[]): string[] =>
  conditions.flatMap(({ path, operator, values }) => {
    if (operator !== 'eq' && operator !== 'in') return [];
    const bind = (value: unknown): string => `$${params.push(value)}`;
    switch (path) {
      case 'actionType':
        return [`f.kind = ANY (${bind(values.filter(isKind).map((name) => kinds[name]))}::smallint[])`];
      case 'actionUser':
        return [`f.actor_id = ANY (${bind(values)})`];
      case 'rowId':
        return [`f.source_id = ANY (${bind(values.map((id) => id.slice(id.indexOf(':') + 1)))})`];
      default:
        return [];
    }
  });

/** Facts that are raw data, newest first. */
export const rawFacts = (
  sql: Sql,
  { projectId, from, to }: Period & { projectId: string },
  conditions: readonly RawCondition[],
  after: RawPlace | undefined,
  limit: number,
): Promise<RawFact[]> => {
  const params: unknown[] = [projectId, from, to];
  const bind = (value: unknown): string => `$${params.push(value)}`;
  const where = [
    `f.project_id = $1 AND f.kind < ${FIRST_HIDDEN_KIND} AND f.at >= $2 AND f.at <= $3`,
    ...narrowed(conditions, params),
    ...(after
      ? [
          `(f.at, f.kind, f.source_id) < (${bind(after.at)}, ${bind(after.kind)}::smallint, ${bind(after.sourceId)})`,
        ]
      : []),
  ];
  return sql.query<RawFact>(
    `SELECT f.kind, f.source_id AS "sourceId", f.at, f.ticket_id AS "ticketId", f.user_id AS "userId",
            f.actor_type AS "actorType", f.actor_id AS "actorId", f.flags, f.ms, f.work_ms AS "workMs", f.value,
            f.contact_id AS "contactId", f.extra, t.type, t.status, t.priority, t.tags, t.channel,
            t.team_id AS "teamId", t.contact_id AS "ticketContactId"
       FROM (SELECT * FROM fact f WHERE ${where.join(' AND ')}
              ORDER BY f.at DESC, f.kind DESC, f.source_id DESC LIMIT ${bind(limit)}) f
       LEFT JOIN ticket t ON t.project_id = f.project_id AND t.id = f.ticket_id
      ORDER BY f.at DESC, f.kind DESC, f.source_id DESC`,
    params,
  );
};
