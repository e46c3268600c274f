import { type Database } from '@parley/persistence';

/**
 * Makes jobs of what processes of former releases, which kept a queue for each, have left to do; what one holds at this moment is left
 * until its lease ends.
 */
export const adoptFormerQueues = (db: Pick<Database, 'transaction'>, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    for (const { job, key, from } of [ENDS, ANSWERS, WAITS, RUNS])
      await tx.query(
        `INSERT INTO job (name, project_id, key, payload, status, due_at, created_at)
         SELECT $1::text, project_id, ${key}, '{}', 'waiting', due_at, $2 FROM ${from}
          WHERE NOT EXISTS (SELECT FROM job WHERE job.name = $1 AND job.project_id = due.project_id AND job.key = due.${key})
         ON CONFLICT DO NOTHING`,
        [job, now],
      );
  });

const runs = (status: string): string =>
  `(SELECT * FROM workflow_run WHERE due_at IS NOT NULL AND status ${status}) AS due`;

const WAITS = { job: 'workflow waits', key: 'id', from: runs(`= 'waiting'`) };

const RUNS = { job: 'workflow runs', key: 'id', from: runs(`<> 'waiting'`) };

const ENDS = {
  job: 'AI agent ends',
  key: 'conversation_id',
  from: '(SELECT * FROM agent_engagement WHERE due_at IS NOT NULL) AS due',
};

const ANSWERS = {
  job: 'AI answers',
  key: 'conversation_id',
  from: `(SELECT DISTINCT ON (project_id, conversation_id) * FROM agent_turn WHERE due_at IS NOT NULL
           ORDER BY project_id, conversation_id, message_id) AS due`,
};
