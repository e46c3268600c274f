import { compileSort, type SortFields, type Sql } from '@parley/persistence';
import type { Store } from '../db';

/** A visitor's vote on an article. */
export type Vote = 'up' | 'down';

/** A visitor's vote. */
export interface FeedbackRow {
  projectId: string;
  id: string;
  articleId: string;
  /** Absent for a visitor without a session, and once the contact is deleted. */
  contactId: string | null;
  /** Keyed digest of a visitor without a session, for 30 days. */
  visitor: string | null;
  vote: Vote;
  comment: string | null;
  language: string;
  createdAt: Date;
  updatedAt: Date;
}

/** Who votes: a contact, or a visitor without a session. */
export type Voter = Pick<FeedbackRow, 'contactId' | 'visitor'>;

const COLUMNS = `project_id AS "projectId", id, article_id AS "articleId", contact_id AS "contactId", visitor, vote, comment,
  language, created_at AS "createdAt", updated_at AS "updatedAt"`;

/** A voter's vote on an article. */
export const findVote = async (
  { sql }: Store,
  projectId: string,
  articleId: string,
  { contactId, visitor }: Voter,
): Promise<FeedbackRow | undefined> => {
  const [condition, key] = contactId === null ? ['visitor = $3', visitor] : ['contact_id = $3', contactId];
  const [row] = await sql.query<FeedbackRow>(
    `SELECT ${COLUMNS} FROM article_feedback WHERE project_id = $1 AND article_id = $2 AND ${condition}`,
    [projectId, articleId, key],
    { prepare: true },
  );
  return row;
};

/** Locks the votes on an article until the transaction ends. Answers false when it is deleted. */
export const lockVotes = async ({ sql }: Store, projectId: string, articleId: string): Promise<boolean> =>
  (
    await sql.query('SELECT FROM article WHERE project_id = $1 AND id = $2 FOR NO KEY UPDATE', [
      projectId,
      articleId,
    ])
  ).length > 0;

/** Stores a vote, in place of the voter's former one. */
export const saveVote = async ({ sql }: Store, row: FeedbackRow): Promise<void> => {
  await sql.query(
    `INSERT INTO article_feedback (project_id, id, article_id, contact_id, visitor, vote, comment, language, created_at,
                                   updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (project_id, id) DO UPDATE SET
       vote = EXCLUDED.vote, comment = EXCLUDED.comment, language = EXCLUDED.language, updated_at = EXCLUDED.updated_at`,
    [
      row.projectId,
      row.id,
      row.articleId,
      row.contactId,
      row.visitor,
      row.vote,
      row.comment,
      row.language,
      row.createdAt,
      row.updatedAt,
    ],
  );
};

/** Takes a vote back. */
export const removeVote = async (
  { sql }: Store,
  { projectId, id }: Pick<FeedbackRow, 'projectId' | 'id'>,
): Promise<void> => {
  await sql.query('DELETE FROM article_feedback WHERE project_id = $1 AND id = $2', [projectId, id]);
};

/** How many votes an article has. */
export interface VoteCounts {
  upvotes: number;
  downvotes: number;
}

/** Changes the counts of an article, and nothing else of it. */
export const countVotes = async (
  sql: Sql,
  projectId: string,
  articleId: string,
  { upvotes, downvotes }: VoteCounts,
): Promise<VoteCounts> => {
  const [row] = await sql.query<VoteCounts>(
    `UPDATE article SET upvotes = greatest(0, upvotes + $3), downvotes = greatest(0, downvotes + $4)
      WHERE project_id = $1 AND id = $2 RETURNING upvotes, downvotes`,
    [projectId, articleId, upvotes, downvotes],
  );
  return row ?? { upvotes: 0, downvotes: 0 };
};

const sortable: SortFields = {
  id: 'id',
  vote: 'vote',
  comment: { sql: 'comment', nullsLast: true },
  language: 'language',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};

/** The statement of `findFeedback`: project, article, skip, limit. */
export const feedbackSql = (sort?: string): string =>
  `SELECT ${COLUMNS} FROM article_feedback WHERE project_id = $1 AND article_id = $2
    ORDER BY ${compileSort(sort, sortable, '-createdAt')} OFFSET $3 LIMIT $4`;

/** The feedback on an article, the newest first unless asked for another order. */
export const findFeedback = (
  { sql }: Store,
  projectId: string,
  articleId: string,
  { skip, limit, sort }: { skip: number; limit: number; sort?: string | undefined },
): Promise<FeedbackRow[]> => sql.query<FeedbackRow>(feedbackSql(sort), [projectId, articleId, skip, limit]);

/** The votes of a deleted contact stay, without its identity and its text. */
export const forgetContact = async (sql: Sql, projectId: string, contactId: string): Promise<void> => {
  await sql.query(
    'UPDATE article_feedback SET contact_id = NULL, comment = NULL WHERE project_id = $1 AND contact_id = $2',
    [projectId, contactId],
  );
};

/** Votes of a contact that turned out to be another one: where both voted the other's stays. */
export const moveVotes = async (sql: Sql, projectId: string, from: string, to: string): Promise<void> => {
  await sql.query(
    `WITH doubled AS (
       DELETE FROM article_feedback f WHERE f.project_id = $1 AND f.contact_id = $2 AND EXISTS (
         SELECT FROM article_feedback o WHERE o.project_id = $1 AND o.article_id = f.article_id AND o.contact_id = $3)
       RETURNING f.article_id, f.vote)
     UPDATE article a SET upvotes = greatest(0, a.upvotes - (d.vote = 'up')::integer),
                          downvotes = greatest(0, a.downvotes - (d.vote = 'down')::integer)
       FROM doubled d WHERE a.project_id = $1 AND a.id = d.article_id`,
    [projectId, from, to],
  );
  await sql.query('UPDATE article_feedback SET contact_id = $3 WHERE project_id = $1 AND contact_id = $2', [
    projectId,
    from,
    to,
  ]);
};

/** Days that the digest of a visitor without a session is kept. */
export const DIGEST_DAYS = 30;

/** Forgets who gave old votes without a session; the votes stay. */
export const forgetVisitors = async (sql: Sql, now: Date): Promise<void> => {
  await sql.query(
    `UPDATE article_feedback SET visitor = NULL
      WHERE visitor IS NOT NULL AND created_at <= $1::timestamptz - interval '${DIGEST_DAYS} days'`,
    [now],
  );
};
