import type { Workflow as WorkflowDocument } from '@parley/proto/generated/parley/s2s/v1/workflow';
import type { Workflow } from '../core';

/** A workflow's document. */
export const presentWorkflow = (row: Workflow): WorkflowDocument => ({
  id: row.id,
  _id: row.id,
  project: row.projectId,
  organisation: row.organisationId,
  name: row.name,
  description: row.description ?? undefined,
  enabled: row.enabled,
  trigger: { event: row.event ?? undefined, channel: row.channel ?? undefined, manual: row.manual },
  start: row.start,
  steps: row.steps,
  version: row.version,
  createdBy: row.createdBy ?? undefined,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
