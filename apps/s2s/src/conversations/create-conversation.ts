import { projectScope } from '@parley/auth';
import type {
  CreateConsumerConversationRequest,
  CreateConsumerConversationResponse,
} from '@parley/proto/generated/parley/s2s/v1/s2s_contacts_service';
import type {
  CreateOwnConversationRequest,
  CreateOwnConversationResponse,
} from '@parley/proto/generated/parley/s2s/v1/s2s_conversations_service';
import { conflict, invalid } from '@parley/errors';
import type { CreateConversationRequest } from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import type { CallContext, Partially } from '@parley/rpc';
import { type Agent, type Workflow, ownContact } from '../core';
import { requireAgent } from '../agents';
import { demandConsumerId, findConsumer, saveConsumer } from '../consumers';
import type { Deps } from '../deps';
import { requireRunnable, startInNew } from '../runs';

/** The workflow or AI agent of a new conversation. */
interface Bots {
  workflow?: Workflow;
  agent?: Agent;
}

/** The workflow or AI agent that a request names. 404 `workflow_not_found`, `agent_not_found`; 409 when they cannot be asked for. */
const findBots = async (
  deps: Pick<Deps, 'db'>,
  { workflowId, agentId }: Pick<CreateOwnConversationRequest, 'workflowId' | 'agentId'>,
  { scope }: CallContext,
): Promise<Bots> => {
  const { projectId } = projectScope(scope);
  if (workflowId !== undefined && agentId !== undefined)
    throw invalid({ field: 'agentId', message: 'must not stand beside workflowId' });
  if (workflowId !== undefined) return { workflow: await requireRunnable(deps, projectId, workflowId) };
  if (agentId === undefined) return {};
  const agent = await requireAgent(deps.db, projectId, agentId);
  if (!agent.enabled) throw conflict('AGENT_NOT_RUNNABLE');
  return { agent };
};

/** The request to the tickets service for a conversation. */
const toConversation = ({ message, ...request }: CreateOwnConversationRequest, { agent }: Bots) => ({
  ...request,
  comment: message,
  ...(agent && { agentName: agent.name, agentAvatar: agent.avatar ?? undefined }),
});

/** Opens a conversation, and starts the workflow that it was asked for with. */
const open = async (
  deps: Deps,
  request: Partially<CreateConversationRequest> & { contactId: string; channel: string },
  { workflow }: Bots,
  context: CallContext,
): Promise<CreateOwnConversationResponse> => {
  const created = await deps.conversations.createConversation(request, context);
  const { conversation } = created;
  if (!workflow || !conversation) return created;
  await startInNew(deps, conversation, workflow, request.channel);
  return deps.conversations.getConversation({ conversationId: conversation.id }, context);
};

/**
 * Opens a conversation of the contact with a consumerId, which is created when it is new. 403 `contact_blocked`. A refused
 * conversation creates no contact.
 */
export const createConsumerConversation = async (
  deps: Deps,
  { consumerId, ...request }: CreateConsumerConversationRequest,
  context: CallContext,
): Promise<CreateConsumerConversationResponse> => {
  demandConsumerId(consumerId);
  const bots = await findBots(deps, request, context);
  const conversation = { ...toConversation(request, bots), channel: 'S2S' };
  let contact = await findConsumer(deps, consumerId, context);
  if (!contact) {
    await deps.conversations.createConversation({ ...conversation, checkOnly: true }, context);
    contact = await saveConsumer(deps, consumerId, { profile: {}, nulls: [] }, context);
  }
  return open(deps, { ...conversation, contactId: contact.id }, bots, context);
};

/** Opens a conversation of the widget's contact. 401 `invalid_session`, 403 `contact_blocked`. */
export const createOwnConversation = async (
  deps: Deps,
  request: CreateOwnConversationRequest,
  context: CallContext,
): Promise<CreateOwnConversationResponse> => {
  const bots = await findBots(deps, request, context);
  const { id: contactId } = await ownContact(deps, context);
  return open(deps, { ...toConversation(request, bots), contactId, channel: 'WIDGET' }, bots, context);
};
