import type { Audience } from '@parley/audience';
import type { Sql } from '@parley/persistence';
import { audienceSql } from './audience.sql';
import { checkedFields, MAILABLE, memberTest } from './audience.store';

/** Candidates that one statement reads, and that are evaluated before others have their turn. */
const PAGE = 1_000;

/** Which contacts are sampled. */
export interface Sampled {
  projectId: string;
  audience: Audience;
  /** Time of the look. */
  at: Date;
  onlyMailable: boolean;
}

/** Where a page begins. */
interface Place {
  lastActivity: Date;
  id: string;
}

/** The statement of one page in the order of the latest activity, and the fields that its columns `f0`, `f1`, … hold. */
export const sampleSql = (
  { projectId, audience, at, onlyMailable }: Sampled,
  after: Place | undefined,
): { text: string; values: unknown[]; fields: string[] } => {
  const values: unknown[] = [projectId];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const { fields, columns } = checkedFields(audience, bind);
  const beyond =
    after && `AND (last_activity, id) < (${bind(after.lastActivity)}::timestamptz, ${bind(after.id)})`;
  const text = `SELECT id, last_activity AS "lastActivity"${columns} FROM contact
    WHERE project_id = $1 AND deleted_at IS NULL AND NOT blocked ${onlyMailable ? `AND ${MAILABLE}` : ''} ${beyond ?? ''}
      AND ${audienceSql(audience, at, bind)}
    ORDER BY last_activity DESC, id DESC LIMIT ${PAGE}`;
  return { text, values, fields };
};

/** The ids of the most recently active contacts of an audience, at most `max` of them. */
export const findSample = async (sql: Sql, sampled: Sampled, max: number): Promise<string[]> => {
  const found: string[] = [];
  for (let after: Place | undefined; found.length < max;) {
    const { text, values, fields } = sampleSql(sampled, after);
    const rows = await sql.query<Place & Record<string, unknown>>(text, values);
    found.push(...rows.filter(memberTest(sampled, fields)).map(({ id }) => id));
    after = rows.at(-1);
    if (rows.length < PAGE) break;
  }
  return found.slice(0, max);
};
