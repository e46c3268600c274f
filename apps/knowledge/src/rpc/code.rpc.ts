import { CodeServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/code_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { askCode } from '../answers';
import {
  type CodeDeps,
  answerRepositories,
  answerRepository,
  connectRepository,
  disconnectRepository,
  updateRepository,
} from '../code';

const { methods } = CodeServiceDefinition;

export const codeRpc = (deps: CodeDeps): ServiceImplementation =>
  implement(CodeServiceDefinition, {
    askCode: deps.effects.once(methods.askCode, (request, context) => askCode(deps, request, context)),
    listRepositories: (_request, context) => answerRepositories(deps, context),
    connectRepository: deps.effects.once(methods.connectRepository, (request, context) =>
      connectRepository(deps, request, context),
    ),
    getRepository: (request, context) => answerRepository(deps, request, context),
    updateRepository: (request, context) => updateRepository(deps, request, context),
    disconnectRepository: (request, context) => disconnectRepository(deps, request, context),
  });
