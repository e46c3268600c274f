import { conflict, type DomainError, notFound } from '@parley/errors';
import type { Step } from './step';

/** What starts a workflow beside a request that names it. */
export interface Trigger {
  event: string | null;
  channel: string | null;
  manual: boolean;
}

/** A workflow as it is stored. */
export interface Workflow extends Trigger {
  projectId: string;
  id: string;
  organisationId: string;
  name: string;
  description: string | null;
  enabled: boolean;
  start: string;
  steps: Step[];
  version: number;
  createdBy: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** 404 `workflow_not_found`. */
export const workflowNotFound = (): DomainError => notFound('workflow');

/** 409 `workflow_not_runnable`. */
export const workflowNotRunnable = (): DomainError => conflict('WORKFLOW_NOT_RUNNABLE');
