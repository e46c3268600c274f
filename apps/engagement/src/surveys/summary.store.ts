import type { Sql } from '@parley/persistence';

/** A survey, and the time in which its responses were completed. */
export interface Completed {
  projectId: string;
  itemId: string;
  from: Date | null;
  to: Date | null;
}

const OF_TIME = `project_id = $1 AND item_id = $2 AND status = 'completed'
  AND ($3::timestamptz IS NULL OR completed_at >= $3) AND ($4::timestamptz IS NULL OR completed_at < $4)`;

const toParams = ({ projectId, itemId, from, to }: Completed): unknown[] => [projectId, itemId, from, to];

/** How many responses were completed, and how many are begun. */
export const countResponses = async (
  sql: Sql,
  of: Completed,
): Promise<{ completed: number; partial: number }> => {
  const [row] = await sql.query<{ completed: number; partial: number }>(
    `SELECT (SELECT count(*) FROM survey_response WHERE ${OF_TIME}) AS completed,
            (SELECT count(*) FROM survey_response WHERE project_id = $1 AND item_id = $2 AND status = 'partial') AS partial`,
    toParams(of),
  );
  return row ?? { completed: 0, partial: 0 };
};

/** How many responses answered a question, and how many went on without. */
export interface QuestionCounts {
  questionId: string;
  answered: number;
  passedOver: number;
}

/** The counts of some questions. */
export const countAnswered = (
  sql: Sql,
  of: Completed,
  questionIds: readonly string[],
): Promise<QuestionCounts[]> =>
  sql.query<QuestionCounts>(
    `SELECT a.key AS "questionId", count(*) FILTER (WHERE a.value <> 'null') AS answered,
            count(*) FILTER (WHERE a.value = 'null') AS "passedOver"
       FROM survey_response, jsonb_each(answers) AS a
      WHERE ${OF_TIME} AND a.key = ANY ($5::text[]) GROUP BY a.key`,
    [...toParams(of), questionIds],
  );

/** How often a question got an answer; each of several options counts. */
export interface GivenAnswer {
  questionId: string;
  value: number | string;
  count: number;
}

/** How often scales and choices got each answer. */
export const countAnswers = (
  sql: Sql,
  of: Completed,
  questionIds: readonly string[],
): Promise<GivenAnswer[]> =>
  sql.query<GivenAnswer>(
    `SELECT a.key AS "questionId", e.value, count(*) AS count
       FROM survey_response, jsonb_each(answers) AS a,
            jsonb_array_elements(CASE jsonb_typeof(a.value) WHEN 'array' THEN a.value ELSE jsonb_build_array(a.value) END) AS e
      WHERE ${OF_TIME} AND a.key = ANY ($5::text[]) AND a.value <> 'null' GROUP BY a.key, e.value`,
    [...toParams(of), questionIds],
  );

/** The newest texts that a question got. */
export const listTexts = async (
  sql: Sql,
  of: Completed,
  questionId: string,
  limit: number,
): Promise<string[]> => {
  const rows = await sql.query<{ text: string }>(
    `SELECT answers ->> $5 AS text FROM survey_response
      WHERE ${OF_TIME} AND jsonb_typeof(answers -> $5) = 'string' ORDER BY id DESC LIMIT $6`,
    [...toParams(of), questionId, limit],
  );
  return rows.map(({ text }) => text);
};
