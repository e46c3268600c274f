import type { FormerQueue } from '@parley/jobs';

/** With the work that is taken over at the first start. */
export const formerQueues: readonly FormerQueue[] = [
  { job: 'crawl', from: 'website WHERE due_at IS NOT NULL', project: `'*'`, key: 'host', due: 'due_at' },
  // Leased work is taken from its process, which notices at its next write.
  {
    job: 'evaluation',
    taking:
      'UPDATE eval_run SET lease = NULL, due_at = NULL WHERE due_at IS NOT NULL RETURNING project_id, dataset_id, id',
    from: 'taken',
    key: 'id',
    payload: `jsonb_build_object('datasetId', dataset_id)`,
  },
  {
    job: 'repository',
    taking:
      'UPDATE repository SET lease = NULL, due_at = NULL WHERE due_at IS NOT NULL RETURNING project_id, id',
    from: 'taken',
    key: 'id',
  },
  // The key of a file begins with its project.
  {
    job: 'discarded archive',
    taking: 'DELETE FROM archive_discard RETURNING *',
    from: 'taken',
    project: `split_part(file_key, '/', 1)`,
    key: 'file_key',
  },
  { job: 'taking over', from: 'takeover WHERE done_at IS NULL', project: `'*'`, key: 'kind' },
];
