import { type Database } from '@parley/persistence';

/**
 * Makes jobs of what processes of former releases, which kept a queue for each, have left to do; what one holds at this moment is left
 * until its lease ends. At each start, because such a process may be the last one to end in an upgrade.
 */
export const adoptFormerQueues = (db: Pick<Database, 'transaction'>, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    for (const { job, key, from } of [ENDS, ANSWERS, WAITS, RUNS])
      await tx.query(
        `INSERT INTO job (name, project_id, key, payload, status, due_at, created_at)
         SELECT '${job}', project_id, ${key}, '{}', 'waiting', due_at, $1 FROM ${from} ON CONFLICT DO NOTHING`,
        [now],
      );
  });

const DUE = 'workflow_run WHERE due_at IS NOT NULL AND status';

const WAITS = { job: 'workflow waits', key: 'id', from: `${DUE} = 'waiting'` };

const RUNS = { job: 'workflow runs', key: 'id', from: `${DUE} <> 'waiting'` };

const ENDS = {
  job: 'AI agent ends',
  key: 'conversation_id',
  from: 'agent_engagement WHERE due_at IS NOT NULL',
};

const ANSWERS = {
  job: 'AI answers',
  key: 'conversation_id',
  from: `(SELECT DISTINCT ON (project_id, conversation_id) * FROM agent_turn WHERE due_at IS NOT NULL
           ORDER BY project_id, conversation_id, message_id) AS oldest`,
};
