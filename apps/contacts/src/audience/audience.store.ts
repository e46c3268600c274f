import {
  type Audience,
  belongsTo,
  DAY_MS,
  isEventCondition,
  type SessionDocument,
  targetConditions,
} from '@parley/audience';
import type { Sql } from '@parley/persistence';
import { type ContactRow, contactColumns } from '../contacts';
import { audienceSql } from './audience.sql';
import { type Bind, fieldValueSql } from './field-condition.sql';

/** A place in the order of addresses, and within one of the latest activity. */
export interface Place {
  email: string;
  lastActivity: Date;
  id: string;
}

/** A page of an audience's contacts that a mail may reach. */
export interface MailAudiencePage {
  projectId: string;
  audience: Audience;
  /** Time of the look. */
  at: Date;
  after: Place | undefined;
  limit: number;
  createdUntil?: Date | undefined;
  changedSince?: Date | undefined;
}

/** Contacts that may get e-mail. */
export const MAILABLE = "email IS NOT NULL AND email <> '' AND NOT unsubscribed";

/** The fields that an audience checks, and the columns `f0`, `f1`, … with their values. */
export const checkedFields = (
  { targetAudience, conditions }: Audience,
  bind: Bind,
): { fields: string[]; columns: string } => {
  const all = [...targetConditions(targetAudience), ...conditions];
  const fields = [...new Set(all.flatMap((one) => (isEventCondition(one) ? [] : [one.field])))];
  const columns = fields.map((field, index) => `, ${fieldValueSql(field, bind)} AS f${index}`).join('');
  return { fields, columns };
};

/** The statement of one page, and the fields that its columns `f0`, `f1`, … hold. */
export const mailAudienceSql = ({
  projectId,
  audience,
  at,
  after,
  limit,
  createdUntil,
  changedSince,
}: MailAudiencePage): { text: string; values: unknown[]; fields: string[] } => {
  const values: unknown[] = [projectId];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const { fields, columns } = checkedFields(audience, bind);
  const beyond =
    after === undefined
      ? ''
      : `AND (email, last_activity, id) <
         (${bind(after.email)}, ${bind(after.lastActivity)}::timestamptz, ${bind(after.id)})`;
  const within = [
    createdUntil && `AND created_at <= ${bind(createdUntil)}::timestamptz`,
    changedSince && `AND updated_at >= ${bind(changedSince)}::timestamptz`,
  ];
  const text = `SELECT id, email, last_activity AS "lastActivity"${columns} FROM contact
    WHERE project_id = $1 AND deleted_at IS NULL
      AND ${MAILABLE} AND NOT blocked ${beyond} ${within.filter(Boolean).join(' ')}
      AND ${audienceSql(audience, at, bind)}
    ORDER BY email DESC, last_activity DESC, id DESC LIMIT ${limit}`;
  return { text, values, fields };
};

const toDocument = (row: Record<string, unknown>, fields: readonly string[]): SessionDocument =>
  Object.fromEntries(
    fields.map((field, index) => {
      const value = row[`f${index}`];
      return [field, value instanceof Date ? value.toISOString() : value];
    }),
  );

/** The people of a page, and where the next one begins. */
export interface MailAudience {
  contacts: { id: string; email: string }[];
  next: Place | undefined;
}

/** Decides about a candidate with its checked fields. */
export const memberTest = (
  { audience, at }: Pick<MailAudiencePage, 'audience' | 'at'>,
  fields: readonly string[],
): ((row: Record<string, unknown>) => boolean) => {
  // Events are counted by the statement alone.
  const conditions = audience.conditions.filter((condition) => !isEventCondition(condition));
  const look = { at, countEvents: () => 0 };
  return (row) => belongsTo(toDocument(row, fields), { ...audience, conditions }, look);
};

/** Reads one page. The database finds candidates; `@parley/audience` decides about each. */
export const findMailAudience = async (sql: Sql, page: MailAudiencePage): Promise<MailAudience> => {
  const { text, values, fields } = mailAudienceSql(page);
  const rows = await sql.query<Place & Record<string, unknown>>(text, values);
  const contacts = rows.filter(memberTest(page, fields)).map(({ id, email }) => ({ id, email }));
  const last = rows.at(-1);
  return { contacts, next: rows.length < page.limit ? undefined : last };
};

/** Events to count; of all times without `withinDays`. */
export interface CountQuery {
  event: string;
  withinDays?: number;
}

const WITH_COUNTS = `SELECT ${contactColumns}, ARRAY(
    SELECT (SELECT count(*) FROM contact_event
             WHERE project_id = $1 AND name = query.name AND contact_id = contact.id AND date >= query.since)
      FROM unnest($3::text[], $4::timestamptz[]) WITH ORDINALITY AS query (name, since, n) ORDER BY n
  )::float8[] AS "eventCounts"
  FROM contact WHERE project_id = $1 AND deleted_at IS NULL`;
const BY_IDS = `${WITH_COUNTS} AND id = ANY($2)`;
const BY_SVC_ID = `${WITH_COUNTS} AND svc_id = $2`;

/** A contact with its numbers of events, in the order of the queries. */
export type CountedContact = ContactRow & { eventCounts: number[] };

/** Contacts by their ids, or the one with a widget's identifier, each with its counts. */
export const findCountedContacts = (
  sql: Sql,
  projectId: string,
  which: { ids: readonly string[] } | { svcId: string },
  { queries, at }: { queries: readonly CountQuery[]; at: Date },
): Promise<CountedContact[]> => {
  const [text, key] = 'ids' in which ? [BY_IDS, which.ids] : [BY_SVC_ID, which.svcId];
  const names = queries.map(({ event }) => event);
  const since = queries.map(({ withinDays }) =>
    withinDays ? new Date(at.getTime() - withinDays * DAY_MS) : '-infinity',
  );
  return sql.query<CountedContact>(text, [projectId, key, names, since], { prepare: true });
};
