import { AgentsServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/agents_service';
import { FrontendToolsServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/frontend_tools_service';
import { LinkPreviewsServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/link_previews_service';
import { S2sContactsServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/s2s_contacts_service';
import { WorkflowsServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/workflows_service';
import { implementWith } from '@parley/effects';
import type { ServiceImplementation } from '@parley/rpc';
import * as agents from '../agents';
import * as consumers from '../consumers';
import * as conversations from '../conversations';
import * as previews from '../previews';
import * as runs from '../runs';
import * as tools from '../tools';
import * as workflows from '../workflows';
import type { Deps } from '../deps';
import { s2sConversationsRpc } from './s2s-conversations.rpc';
import { streamDirectoryRpc, streamRpc } from './stream.rpc';

/** Everything that the service serves. The operations that are named record their effect. */
export const createImplementations = (deps: Deps): ServiceImplementation[] => [
  implementWith(deps, AgentsServiceDefinition, agents, 'createAgent'),
  implementWith(deps, FrontendToolsServiceDefinition, tools, 'deliverToolResult'),
  implementWith(deps, LinkPreviewsServiceDefinition, previews),
  implementWith(deps, S2sContactsServiceDefinition, { ...consumers, ...conversations }),
  implementWith(deps, WorkflowsServiceDefinition, { ...workflows, ...runs }, 'createWorkflow'),
  s2sConversationsRpc(deps),
  streamRpc(deps),
  streamDirectoryRpc(deps),
];
