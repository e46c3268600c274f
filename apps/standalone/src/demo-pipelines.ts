import type { Pipeline } from '@parley/proto/generated/parley/pipelines/v1/pipeline';
import { PipelineBulkServiceDefinition } from '@parley/proto/generated/parley/pipelines/v1/pipeline_bulk_service';
import { PipelineFieldsServiceDefinition } from '@parley/proto/generated/parley/pipelines/v1/pipeline_fields_service';
import { PipelinesServiceDefinition } from '@parley/proto/generated/parley/pipelines/v1/pipelines_service';
import { type CallContext, createClient } from '@parley/rpc';
import type { Peers } from '@parley/runtime';

const board = {
  name: 'Onboarding',
  recordType: 'contacts',
  lanes: [
    { id: 'invited', title: 'Invited', color: '#94a3b8' },
    { id: 'trial', title: 'Trial', color: '#3b82f6' },
    { id: 'live', title: 'Live', color: '#22c55e' },
  ],
};

const fields = [
  { fieldId: 'seats', label: 'Seats', type: 'number', source: 'ENTRY', calculation: 'sum', order: 1 },
  {
    fieldId: 'price',
    label: 'Price',
    type: 'currency',
    source: 'ENTRY',
    unit: 'EUR',
    calculation: 'sum',
    order: 2,
  },
  { fieldId: 'plan', label: 'Plan', type: 'text', source: 'RECORD', order: 3 },
  { fieldId: 'companyName', label: 'Company', type: 'text', source: 'RECORD', order: 4 },
];

/** Entries of contacts of the demo, by their `userId`. */
const entries = [
  { userId: 'demo-1', laneId: 'trial', values: { seats: 25, price: 600 } },
  { userId: 'demo-2', laneId: 'live', values: { seats: 5, price: 120 } },
  { userId: 'demo-3', laneId: 'invited', values: { seats: 1 } },
  { userId: 'demo-4', laneId: 'invited', values: {} },
];

const ensureBoard = async (peers: Peers, context: CallContext): Promise<Pipeline> => {
  const pipelines = createClient(PipelinesServiceDefinition, peers.pipelines);
  const existing = (await pipelines.listPipelines({}, context)).pipelines.find(
    ({ name }) => name === board.name,
  );
  if (existing) return existing;
  const { pipeline } = await pipelines.createPipeline({ pipeline: board }, context);
  if (!pipeline) throw new Error('The pipelines service answered no board');
  return pipeline;
};

/** Makes sure that there is a board with contacts of the demo, its fields and its entries. */
export const seedPipelines = async (peers: Peers, context: CallContext): Promise<void> => {
  const { id: pipelineId } = await ensureBoard(peers, context);
  const client = createClient(PipelineFieldsServiceDefinition, peers.pipelines);
  const known = (await client.listPipelineFields({ pipelineId }, context)).fields.map(
    ({ fieldId }) => fieldId,
  );
  for (const field of fields) {
    if (!known.includes(field.fieldId)) await client.createPipelineField({ pipelineId, field }, context);
  }
  await createClient(PipelineBulkServiceDefinition, peers.pipelines).importEntries(
    { pipelineId, entries },
    context,
  );
};
