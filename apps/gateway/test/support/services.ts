import {
  type CallContext,
  createLocalCaller,
  type Caller,
  type ServiceImplementation,
  type ServiceDefinition,
} from '@parley/rpc';
import { ContactsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import { MessagesServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/messages_service';
import { TicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { InvitationsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/invitations_service';
import { OrganisationsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/organisations_service';
import { ProjectMembersServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/project_members_service';
import { ProjectsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { ServiceAccountsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/service_accounts_service';
import { TeamsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/teams_service';
import { UsersServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/users_service';

/** A call that a stub received. */
export interface ReceivedCall {
  rpc: string;
  request: Record<string, unknown>;
  context: CallContext;
}

/** What stubs answer, by RPC key; an RPC without an entry answers an empty message. */
export type Answers = Record<string, (request: never, context: CallContext) => unknown>;

const groups: Record<string, ServiceDefinition[]> = {
  workspace: [
    UsersServiceDefinition,
    OrganisationsServiceDefinition,
    ProjectsServiceDefinition,
    ProjectMembersServiceDefinition,
    InvitationsServiceDefinition,
    TeamsServiceDefinition,
    ServiceAccountsServiceDefinition,
    DirectoryServiceDefinition,
  ],
  contacts: [ContactsServiceDefinition],
  tickets: [TicketsServiceDefinition, MessagesServiceDefinition],
};

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
      Object.keys(definition.methods).map((rpc) => [
        rpc,
        async (request: never, context: CallContext) => {
          calls.push({ rpc, request, context });
          return (await answers[rpc]?.(request, context)) ?? {};
        },
      ]),
    ),
  });
  const observer = {
    finished: () => undefined,
    within: <T>(_path: string, _context: CallContext, run: () => T): T => run(),
  };
  const implementations = Object.fromEntries(
    Object.entries(groups).map(([name, definitions]) => [name, definitions.map(stub)]),
  );
  const callers = Object.fromEntries(
    Object.entries(implementations).map(([name, services]) => [name, createLocalCaller(services, observer)]),
  );
  return { calls, implementations, callers };
};
