import { defineJob } from '@parley/jobs';

/** Builds the statistics of a project. */
export const buildJob = defineJob<object>({ name: 'statistics build' });
