import type { FormerQueue } from '@parley/jobs';

const runs = (job: string, status: string): FormerQueue => ({
  job,
  from: `workflow_run WHERE due_at IS NOT NULL AND status ${status}`,
  key: 'id',
  due: 'due_at',
});

/** The turn that comes first in each conversation. */
const FIRST_TURNS = `(SELECT DISTINCT ON (project_id, conversation_id) * FROM agent_turn WHERE due_at IS NOT NULL
   ORDER BY project_id, conversation_id, message_id) AS turn`;

/** What one of their processes holds at this moment is left until its lease ends. */
export const formerQueues: readonly FormerQueue[] = [
  {
    job: 'AI agent ends',
    from: 'agent_engagement WHERE due_at IS NOT NULL',
    key: 'conversation_id',
    due: 'due_at',
  },
  { job: 'AI answers', from: FIRST_TURNS, key: 'conversation_id', due: 'due_at' },
  runs('workflow waits', `= 'waiting'`),
  runs('workflow runs', `<> 'waiting'`),
];
