import { conflict, type DomainError, notFound } from '@parley/errors';

/** A tool of the customer's page that an AI agent may call. */
export interface AgentTool {
  name: string;
  description: string;
  /** JSON schema of its arguments. */
  parameters?: Record<string, unknown>;
}

/** An AI agent as it is stored. */
export interface Agent {
  projectId: string;
  id: string;
  organisationId: string;
  name: string;
  avatar: string | null;
  instructions: string | null;
  enabled: boolean;
  handoffTeam: string | null;
  tools: AgentTool[];
  createdBy: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** 404 `agent_not_found`. */
export const agentNotFound = (): DomainError => notFound('agent');

/** 409 `agent_not_runnable`. */
export const agentNotRunnable = (): DomainError => conflict('AGENT_NOT_RUNNABLE');
