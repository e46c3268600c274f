import { contactProbes } from './contacts';
import { engagementProbes } from './engagement';
import { helpcenterProbes } from './helpcenter';
import { knowledgeProbes } from './knowledge';
import { knowledgePartProbes } from './knowledge-parts';
import { messageProbes } from './messages';
import { otherProbes } from './others';
import { pipelineProbes } from './pipelines';
import type { Probes } from './request';
import { realtimeProbes } from './realtime';
import { statisticsProbes } from './statistics';
import { s2sProbes } from './s2s';
import { serverClientProbes } from './server-client';
import { workflowProbes } from './workflows';
import { ticketProbes } from './tickets';
import { visitorProbes } from './visitor';
import { workspaceProbes } from './workspace';

export type { ProbeRequest, Probes, Refusal } from './request';

/** Requests of every operation by its id, each naming something of a project. */
export const probes: Readonly<Record<string, Probes>> = {
  ...workspaceProbes,
  ...contactProbes,
  ...ticketProbes,
  ...messageProbes,
  ...helpcenterProbes,
  ...pipelineProbes,
  ...knowledgeProbes,
  ...knowledgePartProbes,
  ...engagementProbes,
  ...statisticsProbes,
  ...visitorProbes,
  ...s2sProbes,
  ...serverClientProbes,
  ...workflowProbes,
  ...realtimeProbes,
  ...otherProbes,
};
