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
