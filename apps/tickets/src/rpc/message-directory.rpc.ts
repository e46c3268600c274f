import { implement, type ServiceImplementation } from '@parley/rpc';
import { MessageDirectoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/message_directory_service';
import type { Deps } from '../deps';
import { countUnread, listAcceptedFaqs, markRead } from '../messages';

export const messageDirectoryRpc = (deps: Deps): ServiceImplementation =>
  implement(MessageDirectoryServiceDefinition, {
    markRead: (request, context) => markRead(deps, request, context),
    countUnread: (request, context) => countUnread(deps, request, context),
    listAcceptedFaqs: (request, context) => listAcceptedFaqs(deps, request, context),
  });
