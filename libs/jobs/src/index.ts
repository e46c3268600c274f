export { addJob, cancelJob, cancelJobs, hastenJob, type Place, type When } from './add-job';
export { defineJob, doubling, type JobDefinition, JobFailure, JobLost, type JobOptions } from './define-job';
export type { Doer, Outcome, Task } from './do-job';
export { adoptJobs, type FormerQueue } from './former-queue.store';
export { createJobs, type Jobs, type JobsOptions } from './jobs';
export { jobCommands } from './job-commands';
export { type DeadJob, hastenJobsSql, type JobLag, STANDING } from './job.store';
export { jobTableSql } from './tables';
export { createWorker, type Worker, type WorkerOptions } from './worker';
