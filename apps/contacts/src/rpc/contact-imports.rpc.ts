import { ContactImportsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_imports_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { type Deps } from '../deps';
import { getImportJob } from '../imports/get-import-job';
import { importContacts } from '../imports/import-contacts';
import { startHubspotImport } from '../imports/start-hubspot-import';
import { startIntercomImport } from '../imports/start-intercom-import';
import { startZendeskImport } from '../imports/start-zendesk-import';

const { methods } = ContactImportsServiceDefinition;

export const contactImportsRpc = (deps: Deps): ServiceImplementation =>
  implement(ContactImportsServiceDefinition, {
    importContacts: (request, context) => importContacts(deps, request, context),
    startIntercomImport: deps.effects.once(methods.startIntercomImport, (request, context) =>
      startIntercomImport(deps, request, context),
    ),
    startHubspotImport: deps.effects.once(methods.startHubspotImport, (request, context) =>
      startHubspotImport(deps, request, context),
    ),
    startZendeskImport: deps.effects.once(methods.startZendeskImport, (request, context) =>
      startZendeskImport(deps, request, context),
    ),
    getImportJob: (request, context) => getImportJob(deps, request, context),
  });
