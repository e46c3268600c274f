import type { Agent as AgentDocument } from '@parley/proto/generated/parley/s2s/v1/agents_service';
import type { Partially } from '@parley/rpc';
import type { Agent } from '../core';

/** An AI agent's document. */
export const presentAgent = (row: Agent): Partially<AgentDocument> => ({
  id: row.id,
  _id: row.id,
  project: row.projectId,
  organisation: row.organisationId,
  name: row.name,
  avatar: row.avatar ?? undefined,
  instructions: row.instructions ?? undefined,
  enabled: row.enabled,
  handoffTeam: row.handoffTeam ?? undefined,
  tools: row.tools,
  createdBy: row.createdBy ?? undefined,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
