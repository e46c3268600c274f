import { ContactImportsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_imports_service';
import { type CallContext, implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import {
  awaitImport,
  getImportJob,
  importContacts,
  startFreshdeskImport,
  startHubspotImport,
  startIntercomImport,
  startZendeskImport,
  type StartedImport,
} from '../imports';

const { methods } = ContactImportsServiceDefinition;

type Start<Request> = (request: Request, context: CallContext) => Promise<Partial<StartedImport>>;

export const contactImportsRpc = (deps: Deps): ServiceImplementation => {
  const { once } = deps.effects;
  /** Waits for an import when the caller wants to, also for one that an earlier request with the same key started. */
  const awaited =
    <Request extends { wait?: boolean | undefined }>(start: Start<Request>): Start<Request> =>
    async (request, context) => {
      const started = await start(request, context);
      return request.wait ? awaitImport(deps, started, context) : started;
    };
  return implement(ContactImportsServiceDefinition, {
    importContacts: (request, context) => importContacts(deps, request, context),
    startIntercomImport: awaited(
      once(methods.startIntercomImport, (request, context) => startIntercomImport(deps, request, context)),
    ),
    startHubspotImport: awaited(
      once(methods.startHubspotImport, (request, context) => startHubspotImport(deps, request, context)),
    ),
    startZendeskImport: awaited(
      once(methods.startZendeskImport, (request, context) => startZendeskImport(deps, request, context)),
    ),
    startFreshdeskImport: awaited(
      once(methods.startFreshdeskImport, (request, context) => startFreshdeskImport(deps, request, context)),
    ),
    getImportJob: (request, context) => getImportJob(deps, request, context),
  });
};
