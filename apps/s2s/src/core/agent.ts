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
