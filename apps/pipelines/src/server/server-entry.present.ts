import type { PipelineEntry } from '@parley/proto/generated/parley/pipelines/v1/pipeline_entry';
import type {
  ServerEntry,
  ServerPipeline,
} from '@parley/proto/generated/parley/pipelines/v1/server_pipelines_service';
import type { Partially } from '@parley/rpc';
import type { Board } from '../boards';

/** An entry as the customer's own server sees it. */
export const presentServerEntry = (entry: Partially<PipelineEntry>): Partially<ServerEntry> => ({
  id: entry.id,
  pipelineId: entry.pipeline,
  ...(entry.recordType === 'companies'
    ? { companyId: entry.record?.companyId }
    : { userId: entry.record?.userId }),
  stageId: entry.laneId,
  values: entry.values,
  createdAt: entry.createdAt,
  updatedAt: entry.updatedAt,
});

/** A board as the customer's own server sees it: with the lanes that take entries in, and the fields that it may write. */
export const presentServerPipeline = ({ id, name, recordType, lanes, fields }: Board): ServerPipeline => ({
  id,
  name,
  recordType,
  stages: lanes
    .filter(({ archived }) => !archived)
    .map((lane) => ({ id: lane.id, name: lane.title, color: lane.color ?? undefined })),
  fields: fields
    .filter(({ source }) => source === 'ENTRY')
    .map(({ fieldId, label, type, unit }) => ({
      fieldId,
      label,
      type,
      currency: type === 'currency' ? (unit ?? undefined) : undefined,
    })),
});
