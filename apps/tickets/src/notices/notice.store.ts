import { cancelJobs } from '@parley/jobs';
import { eraseMails, mailJob } from '@parley/mail';
import type { Sql } from '@parley/persistence';
import type { Cause, NoticeKind } from './causes';

const prepare = { prepare: true };

/** Characters of a message that a notice quotes. */
const MOST_QUOTED = 5_000;

/** A cause with its ticket, as a notice describes it. */
export interface NoticedTicket {
  kind: NoticeKind;
  title: string | null;
  bugId: number;
  mailToken: string;
  organisationId: string;
  mailboxId: string | null;
  actorType: string | null;
  actorName: string | null;
  teamName: string | null;
  /** The message, or of a ticket that was assigned the last one of its contact. */
  quote: string | null;
  /** Whether the message is deleted by now. */
  isGone: boolean;
}

const NAME = `nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), '')`;

/** The causes with their ticket, in their order; none when the ticket is deleted. */
export const findNoticed = (
  sql: Sql,
  {
    projectId,
    ticketId,
    causes,
  }: {
    projectId: string;
    ticketId: string;
    causes: readonly Pick<Cause, 'kind' | 'messageId' | 'teamId' | 'actor'>[];
  },
): Promise<NoticedTicket[]> =>
  sql.query<NoticedTicket>(
    `SELECT n.kind, t.title, t.bug_id AS "bugId", t.mail_token AS "mailToken", t.organisation_id AS "organisationId",
            t.extra #>> '{mailbox,id}' AS "mailboxId", n.actor ->> 'type' AS "actorType",
            coalesce(${NAME}, c.name, c.email) AS "actorName", g.name AS "teamName",
            left(CASE WHEN n."messageId" IS NULL THEN t.latest_public_comment ELSE m.plain_content END, ${MOST_QUOTED}) AS quote,
            n."messageId" IS NOT NULL AND m.id IS NULL AS "isGone"
       FROM ticket t
      CROSS JOIN ROWS FROM (json_to_recordset($3::json) AS (kind text, "messageId" text, "teamId" text, actor json))
                 WITH ORDINALITY AS n (kind, "messageId", "teamId", actor, place)
       LEFT JOIN message m ON m.project_id = $1 AND m.id = n."messageId"
       LEFT JOIN user_reference u ON u.project_id = $1 AND u.id = n.actor ->> 'id'
       LEFT JOIN contact_reference c ON c.project_id = $1 AND c.id = n.actor ->> 'id'
       LEFT JOIN team_reference g ON g.project_id = $1 AND g.id = n."teamId"
      WHERE t.project_id = $1 AND t.id = $2 ORDER BY n.place`,
    [projectId, ticketId, JSON.stringify(causes)],
    prepare,
  );

/** Deletes the mails of notices about tickets, sent or not, with their jobs. */
export const deleteNoticesOfTickets = (
  tx: Sql,
  projectId: string,
  ticketIds: readonly string[],
): Promise<void> => deleteNotices(tx, projectId, `split_part(id, ':', 2) = ANY ($2::text[])`, ticketIds);

/** The same of notices to a person. */
export const deleteNoticesTo = async (tx: Sql, projectId: string, userId: string): Promise<void> => {
  await deleteNotices(tx, projectId, `split_part(id, ':', 3) = $2`, userId);
  await eraseMails(tx, new Date());
};

const deleteNotices = async (
  tx: Sql,
  projectId: string,
  which: string,
  value: string | readonly string[],
): Promise<void> => {
  const queues = await tx.query<{ queue: string }>(
    `DELETE FROM mail_job WHERE project_id = $1 AND ${which} AND id LIKE 'notice:%' RETURNING aggregate_id AS queue`,
    [projectId, value],
    prepare,
  );
  const keys = [...new Set(queues.map(({ queue }) => queue))];
  if (keys.length > 0) await cancelJobs(tx, [mailJob], projectId, keys);
};

/** Drops mails that wait. */
export const dropNotices = async (sql: Sql, ids: readonly string[]): Promise<void> => {
  await sql.query(`DELETE FROM mail_job WHERE id = ANY ($1::text[]) AND status = 'pending'`, [ids], prepare);
};
