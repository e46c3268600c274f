import { AgentAnswersServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/agent_answers_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { answerForAgent } from '../answers';
import type { Deps } from '../deps';

const { methods } = AgentAnswersServiceDefinition;

export const agentAnswersRpc = (deps: Deps): ServiceImplementation =>
  implement(AgentAnswersServiceDefinition, {
    answerForAgent: deps.effects.once(methods.answerForAgent, (request, context) =>
      answerForAgent(deps, request, context),
    ),
  });
