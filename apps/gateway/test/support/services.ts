import {
  type CallContext,
  createLocalCaller,
  type Caller,
  type ServiceImplementation,
  type ServiceDefinition,
} from '@parley/rpc';
import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { ContactLookupServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_lookup_service';
import { MailSubscriptionServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/mail_subscription_service';
import { FileReferencesServiceDefinition } from '@parley/proto/generated/parley/common/v1/file_references_service';
import { ContactMailServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/contact_mail_service';
import { MessageDirectoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/message_directory_service';
import { MailTrackingServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/mail_tracking_service';
import { PresenceServiceDefinition } from '@parley/proto/generated/parley/statistics/v1/presence_service';
import { SiteServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/site_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { operations } from '../../src/routes';

/** A call that a stub received. */
export interface ReceivedCall {
  rpc: string;
  request: Record<string, unknown>;
  context: CallContext;
}

/** What stubs answer, by RPC key; an RPC without an entry answers an empty message. */
export type Answers = Record<string, (request: never, context: CallContext) => unknown>;

/** The services of rows, and those that the gateway asks for itself, by the part of their package that names the process. */
const groups = Map.groupBy(
  new Set<ServiceDefinition>([
    ...operations.map(({ definition }) => definition),
    ContactDirectoryServiceDefinition,
    ContactLookupServiceDefinition,
    ContactMailServiceDefinition,
    MailSubscriptionServiceDefinition,
    MessageDirectoryServiceDefinition,
    MailTrackingServiceDefinition,
    PresenceServiceDefinition,
    SiteServiceDefinition,
    DirectoryServiceDefinition,
  ]),
  ({ fullName }) => fullName.split('.')[1] ?? '',
);

/** Stand-ins of the remote services: they record what they get and answer what the test says. */
export const createStubServices = (
  answers: Answers,
): {
  calls: ReceivedCall[];
  implementations: Record<string, ServiceImplementation[]>;
  callers: Record<string, Caller>;
} => {
  const calls: ReceivedCall[] = [];
  const stub = (definition: ServiceDefinition): ServiceImplementation => ({
    definition,
    handlers: Object.fromEntries(
      Object.entries(definition.methods).map(([rpc, { responseStream }]) => {
        const answer = async (request: never, context: CallContext): Promise<unknown> => {
          // The gateway asks for released files again and again, whatever a test does.
          if (definition !== FileReferencesServiceDefinition) calls.push({ rpc, request, context });
          return (await answers[rpc]?.(request, context)) ?? {};
        };
        const stream = async function* (request: never, context: CallContext): AsyncGenerator<unknown> {
          const given = await answer(request, context);
          if (Symbol.asyncIterator in Object(given)) yield* given as AsyncIterable<unknown>;
          else yield given;
        };
        return [rpc, responseStream ? stream : answer];
      }),
    ),
  });
  const observer = {
    finished: () => undefined,
    within: <T>(_path: string, _context: CallContext, run: () => T): T => run(),
  };
  const implementations = Object.fromEntries(
    [...groups].map(([name, definitions]) => [
      name,
      [...definitions, FileReferencesServiceDefinition].map(stub),
    ]),
  );
  const callers = Object.fromEntries(
    Object.entries(implementations).map(([name, services]) => [name, createLocalCaller(services, observer)]),
  );
  return { calls, implementations, callers };
};
