export { pipelineBulkRpc } from './pipeline-bulk.rpc';
export { pipelineEntriesRpc } from './pipeline-entries.rpc';
export { pipelineFieldsRpc } from './pipeline-fields.rpc';
export { pipelinesRpc } from './pipelines.rpc';
