export { createPipeline } from './create-pipeline';
export { deletePipeline } from './delete-pipeline';
export { getPipeline } from './get-pipeline';
export { listPipelines } from './list-pipelines';
export { createPurger, purgeJob } from './purge-pipelines';
export { getPipelineSummary } from './get-pipeline-summary';
export { updatePipeline } from './update-pipeline';
