import type { Sql } from '@parley/persistence';
import type { RichText } from '@parley/rich-text';
import type { Attachment } from '../core';

/** Most suggestions that are shown for a ticket. */
const MAX_SUGGESTIONS = 20;
/** Most tickets that are listed for their drafts. */
const MAX_DRAFTED = 1000;

/** The author and the ticket of a draft. */
export interface DraftKey {
  projectId: string;
  ticketId: string;
  authorId: string;
}

/** A draft as it is stored. */
export interface DraftRow extends DraftKey {
  /** Whether a service account wrote it. */
  isSuggestion: boolean;
  content: RichText | null;
  plainContent: string | null;
  isNote: boolean;
  attachments: Attachment[];
  recipients: Partial<Record<'to' | 'cc' | 'bcc', string[] | undefined>>;
  createdAt: Date;
  updatedAt: Date;
}

/** A draft with its author's name. */
export interface DraftView extends DraftRow {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  profileImageUrl: string | null;
}

const columns = `d.project_id AS "projectId", d.ticket_id AS "ticketId", d.author_id AS "authorId",
  d.is_suggestion AS "isSuggestion", d.content, d.plain_content AS "plainContent", d.is_note AS "isNote", d.attachments,
  d.recipients, d.created_at AS "createdAt", d.updated_at AS "updatedAt",
  u.first_name AS "firstName", u.last_name AS "lastName", u.email, u.profile_image_url AS "profileImageUrl"`;
const AUTHOR = 'LEFT JOIN user_reference u ON u.project_id = d.project_id AND u.id = d.author_id';

/** An author's draft in a ticket and the suggestions there, the latest first. */
export const findDrafts = (sql: Sql, { projectId, ticketId, authorId }: DraftKey): Promise<DraftView[]> =>
  sql.query<DraftView>(
    `(SELECT ${columns} FROM message_draft d ${AUTHOR}
       WHERE d.project_id = $1 AND d.ticket_id = $2 AND d.author_id = $3)
     UNION ALL
     (SELECT ${columns} FROM message_draft d ${AUTHOR}
       WHERE d.project_id = $1 AND d.ticket_id = $2 AND d.author_id <> $3 AND d.is_suggestion
       ORDER BY d.updated_at DESC, d.author_id LIMIT ${MAX_SUGGESTIONS})`,
    [projectId, ticketId, authorId],
  );

/** The tickets in which an author has a draft, the latest first. */
export const findDraftedTickets = async (
  sql: Sql,
  { projectId, authorId }: Omit<DraftKey, 'ticketId'>,
): Promise<string[]> => {
  const rows = await sql.query<{ ticketId: string }>(
    `SELECT ticket_id AS "ticketId" FROM message_draft WHERE project_id = $1 AND author_id = $2
     ORDER BY updated_at DESC, ticket_id LIMIT ${MAX_DRAFTED}`,
    [projectId, authorId],
  );
  return rows.map(({ ticketId }) => ticketId);
};

/**
 * Keeps a draft in place of the author's former one. Answers when that was begun; undefined when the project has no such ticket.
 * A deletion of the ticket waits for it.
 */
export const saveDraft = async (sql: Sql, row: Omit<DraftRow, 'createdAt'>): Promise<Date | undefined> => {
  const [saved] = await sql.query<{ createdAt: Date }>(
    `WITH t AS (SELECT FROM ticket WHERE project_id = $1 AND id = $2 FOR KEY SHARE)
     INSERT INTO message_draft AS d (project_id, ticket_id, author_id, is_suggestion, content, plain_content, is_note,
       attachments, recipients, created_at, updated_at)
     SELECT $1, $2, $3, $4::boolean, $5::jsonb, $6::text, $7::boolean, $8::jsonb, $9::jsonb, $10::timestamptz, $10 FROM t
     ON CONFLICT (project_id, ticket_id, author_id) DO UPDATE SET
       is_suggestion = EXCLUDED.is_suggestion, content = EXCLUDED.content, plain_content = EXCLUDED.plain_content,
       is_note = EXCLUDED.is_note, attachments = EXCLUDED.attachments, recipients = EXCLUDED.recipients,
       updated_at = EXCLUDED.updated_at
     RETURNING d.created_at AS "createdAt"`,
    [
      row.projectId,
      row.ticketId,
      row.authorId,
      row.isSuggestion,
      row.content && JSON.stringify(row.content),
      row.plainContent,
      row.isNote,
      JSON.stringify(row.attachments),
      JSON.stringify(row.recipients),
      row.updatedAt,
    ],
  );
  return saved?.createdAt;
};

/** Deletes a draft; with `suggestion` only one of a service account. */
export const deleteDraft = async (
  sql: Sql,
  { projectId, ticketId, authorId }: DraftKey,
  { suggestion }: { suggestion: boolean },
): Promise<void> => {
  await sql.query(
    `DELETE FROM message_draft WHERE project_id = $1 AND ticket_id = $2 AND author_id = $3 AND (is_suggestion OR NOT $4)`,
    [projectId, ticketId, authorId, suggestion],
  );
};

/** Deletes all drafts of an author in a project. */
export const deleteDraftsOf = async (sql: Sql, projectId: string, authorId: string): Promise<void> => {
  await sql.query('DELETE FROM message_draft WHERE project_id = $1 AND author_id = $2', [
    projectId,
    authorId,
  ]);
};
