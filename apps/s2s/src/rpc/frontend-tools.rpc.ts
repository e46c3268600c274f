import { FrontendToolsServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/frontend_tools_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { checkToolCall, deliverToolResult } from '../tools';

const { methods } = FrontendToolsServiceDefinition;

export const frontendToolsRpc = (deps: Deps): ServiceImplementation =>
  implement(FrontendToolsServiceDefinition, {
    deliverToolResult: deps.effects.once(methods.deliverToolResult, (request, context) =>
      deliverToolResult(deps, request, context),
    ),
    checkToolCall: (request, context) => checkToolCall(deps, request, context),
  });
