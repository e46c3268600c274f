import { S2sContactsServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/s2s_contacts_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { deleteConsumer, getConsumer, trackConsumerEvents, upsertConsumer } from '../consumers';
import { createConsumerConversation, listConsumerConversations } from '../conversations';
import type { Deps } from '../deps';

export const s2sContactsRpc = (deps: Deps): ServiceImplementation =>
  implement(S2sContactsServiceDefinition, {
    getConsumer: (request, context) => getConsumer(deps, request, context),
    upsertConsumer: (request, context) => upsertConsumer(deps, request, context),
    deleteConsumer: (request, context) => deleteConsumer(deps, request, context),
    trackConsumerEvents: (request, context) => trackConsumerEvents(deps, request, context),
    listConsumerConversations: (request, context) => listConsumerConversations(deps, request, context),
    createConsumerConversation: (request, context) => createConsumerConversation(deps, request, context),
  });
