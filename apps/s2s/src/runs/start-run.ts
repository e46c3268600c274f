import { goneAmong } from '@parley/events';
import { newId, type Sql } from '@parley/persistence';
import { removeEngagement } from '../agents';
import type { Deps } from '../deps';
import {
  type Workflow,
  cancelRuns,
  type Run,
  type RunEvent,
  askedJob,
  findStarted,
  holdConversation,
  insertRun,
  runJob,
} from '../core';

/** What starts a workflow, and where. */
export interface Start {
  workflow: Workflow;
  /** Null for a conversation that the run opens. */
  conversationId: string | null;
  contactId: string;
  channel: string;
  event?: RunEvent;
  /** Names the start, so that a repetition starts nothing. */
  requestKey?: string | undefined;
  /** Whether a caller waits for it. */
  isAsked: boolean;
}

/**
 * Starts a run, in place of the conversation's former bot; undefined when it was started before, and for a deleted contact or
 * conversation.
 */
export const startRun = async (
  tx: Sql,
  { clock }: Pick<Deps, 'clock'>,
  { workflow, conversationId, contactId, channel, event, requestKey, isAsked }: Start,
): Promise<Run | undefined> => {
  const { projectId, organisationId, id: workflowId, version, start } = workflow;
  const about = conversationId === null ? [contactId] : [contactId, conversationId];
  if ((await goneAmong(tx, projectId, about)).size > 0) return undefined;
  const now = clock();
  if (conversationId !== null) {
    await holdConversation(tx, projectId, conversationId);
    if (requestKey !== undefined && (await findStarted(tx, projectId, requestKey))) return undefined;
    await cancelRuns(tx, projectId, { conversationId }, now);
    await removeEngagement(tx, projectId, conversationId);
  }
  const run: Run = {
    projectId,
    id: newId(now.getTime()),
    organisationId,
    workflowId,
    version,
    conversationId,
    contactId,
    channel,
    status: 'running',
    waitsFor: null,
    currentStep: start,
    taken: 0,
    entered: {},
    answer: null,
    event: event ?? null,
    pending: null,
    requestKey: requestKey ?? null,
    dueAt: now,
    claim: 1,
    error: null,
    startedAt: now,
    endedAt: null,
  };
  return (await insertRun(tx, workflow, run, isAsked ? askedJob : runJob)) ? run : undefined;
};
