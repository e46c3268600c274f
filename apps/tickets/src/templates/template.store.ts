import { compileList, type ListQuery, type Sql } from '@parley/persistence';
import { templateList } from './template.fields';
import type { TemplatePatch, TemplateRow, Viewer } from './template';

const columns: Readonly<Record<keyof TemplateRow, string>> = {
  projectId: 'project_id',
  id: 'id',
  organisationId: 'organisation_id',
  title: 'title',
  content: 'content',
  plainContent: 'plain_content',
  searchText: 'search_text',
  isPublic: 'is_public',
  userIds: 'user_ids',
  teamIds: 'team_ids',
  tags: 'tags',
  ticketTypes: 'ticket_types',
  attachments: 'attachments',
  actions: 'actions',
  lexorank: 'lexorank',
  createdBy: 'created_by',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};

const stored = Object.values(columns);

const selected = Object.entries(columns)
  .map(([property, column]) => `t.${column} AS "${property}"`)
  .join(', ');

/** Keeps the templates `t` of the project ($1) that a user ($2) in teams ($3) sees. */
const VISIBLE = `t.project_id = $1 AND (t.is_public OR t.created_by = $2 OR t.user_ids @> ARRAY[$2]
  OR t.team_ids && $3::text[])`;

const seenBy = ({ projectId, userId, teamIds }: Viewer): unknown[] => [projectId, userId, teamIds];

const record = (row: Partial<TemplateRow>): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(row).map(([property, value]) => [columns[property as keyof TemplateRow], value]),
    ),
  );

/** A template that the viewer sees. */
export const findTemplate = async (
  sql: Sql,
  viewer: Viewer,
  id: string,
): Promise<TemplateRow | undefined> => {
  const [row] = await sql.query<TemplateRow>(
    `SELECT ${selected} FROM message_template t WHERE ${VISIBLE} AND t.id = $4`,
    [...seenBy(viewer), id],
  );
  return row;
};

/** Like `findTemplate`; locks it until the transaction ends. */
export const lockTemplate = async (tx: Sql, viewer: Viewer, id: string): Promise<TemplateRow | undefined> => {
  const [row] = await tx.query<TemplateRow>(
    `SELECT ${selected} FROM message_template t WHERE ${VISIBLE} AND t.id = $4 FOR UPDATE`,
    [...seenBy(viewer), id],
  );
  return row;
};

/** What to list. */
export interface TemplateQuery extends ListQuery {
  isPublic?: boolean | undefined;
  /** Any of these. */
  tags?: readonly string[] | undefined;
  /** Folded words, all of which must be found; of letters, digits and marks only. */
  words?: readonly string[] | undefined;
  ticketType?: string | undefined;
}

const conditions = ({ isPublic, tags, words, ticketType }: TemplateQuery, params: unknown[]): string => {
  const parts = [VISIBLE];
  if (isPublic !== undefined) parts.push(isPublic ? 't.is_public' : 'NOT t.is_public');
  if (ticketType !== undefined)
    parts.push(
      `(cardinality(t.ticket_types) = 0 OR t.ticket_types @> ARRAY[$${params.push(ticketType)}::text])`,
    );
  if (tags) parts.push(`t.tags && $${params.push(tags)}::text[]`);
  if (words) parts.push(`t.search_text LIKE ALL ($${params.push(words.map((word) => `%${word}%`))}::text[])`);
  return parts.join(' AND ');
};

/** Templates that the viewer sees. */
export const findTemplates = (sql: Sql, viewer: Viewer, query: TemplateQuery): Promise<TemplateRow[]> => {
  const params = seenBy(viewer);
  const narrowed = conditions(query, params);
  const { where, orderBy, skip, limit } = compileList(query, templateList, params);
  return sql.query<TemplateRow>(
    `SELECT ${selected} FROM message_template t WHERE ${narrowed} AND ${where}
      ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`,
    params,
  );
};

/** How many templates `findTemplates` finds on all pages. */
export const countTemplates = async (sql: Sql, viewer: Viewer, query: TemplateQuery): Promise<number> => {
  const params = seenBy(viewer);
  const narrowed = conditions(query, params);
  const { where } = compileList(query, templateList, params);
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM message_template t WHERE ${narrowed} AND ${where}`,
    params,
  );
  return row?.count ?? 0;
};

/** Tags of the templates that the viewer sees, each once, at most `limit`. */
export const findTags = async (sql: Sql, viewer: Viewer, limit: number): Promise<string[]> => {
  const rows = await sql.query<{ tag: string }>(
    `SELECT DISTINCT tag FROM message_template t, unnest(t.tags) tag WHERE ${VISIBLE} ORDER BY tag LIMIT ${limit}`,
    seenBy(viewer),
  );
  return rows.map(({ tag }) => tag);
};

/** The rank of the project's last template. The next caller waits until the transaction ends. */
export const lockLastRank = async (tx: Sql, projectId: string): Promise<string | undefined> => {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`message templates ${projectId}`]);
  const [row] = await tx.query<{ lexorank: string }>(
    'SELECT lexorank FROM message_template WHERE project_id = $1 ORDER BY lexorank DESC LIMIT 1',
    [projectId],
  );
  return row?.lexorank;
};

/** Stores a new template. */
export const insertTemplate = async (tx: Sql, row: TemplateRow): Promise<void> => {
  await tx.query(
    `INSERT INTO message_template (${stored.join(', ')})
     SELECT ${stored.map((column) => `r.${column}`).join(', ')}
       FROM json_populate_record(NULL::message_template, $1::json) r`,
    [record(row)],
  );
};

/** Writes the change of a locked template. */
export const writeTemplate = async (
  tx: Sql,
  { projectId, id }: Pick<TemplateRow, 'projectId' | 'id'>,
  change: TemplatePatch & { updatedAt: Date },
): Promise<void> => {
  const names = Object.keys(change).map((property) => columns[property as keyof TemplateRow]);
  await tx.query(
    `UPDATE message_template t SET ${names.map((name) => `${name} = r.${name}`).join(', ')}
       FROM json_populate_record(NULL::message_template, $3::json) r WHERE t.project_id = $1 AND t.id = $2`,
    [projectId, id, record(change)],
  );
};

/** Deletes a locked template. */
export const deleteTemplate = async (
  tx: Sql,
  { projectId, id }: Pick<TemplateRow, 'projectId' | 'id'>,
): Promise<void> => {
  await tx.query('DELETE FROM message_template WHERE project_id = $1 AND id = $2', [projectId, id]);
};
