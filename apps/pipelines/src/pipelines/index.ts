export { createPipeline } from './create-pipeline';
export { deletePipeline } from './delete-pipeline';
export { getPipeline } from './get-pipeline';
export { listPipelines } from './list-pipelines';
export { createPurger, purgeJob } from './purge-pipelines';
export { summarisePipeline } from './summarise-pipeline';
export { updatePipeline } from './update-pipeline';
