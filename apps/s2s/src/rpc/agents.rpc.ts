import { AgentsServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/agents_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { createAgent, deleteAgent, getAgent, listAgents, updateAgent } from '../agents';
import type { Deps } from '../deps';

const { methods } = AgentsServiceDefinition;

export const agentsRpc = (deps: Deps): ServiceImplementation =>
  implement(AgentsServiceDefinition, {
    listAgents: (request, context) => listAgents(deps, request, context),
    createAgent: deps.effects.once(methods.createAgent, (request, context) =>
      createAgent(deps, request, context),
    ),
    getAgent: (request, context) => getAgent(deps, request, context),
    updateAgent: (request, context) => updateAgent(deps, request, context),
    deleteAgent: (request, context) => deleteAgent(deps, request, context),
  });
