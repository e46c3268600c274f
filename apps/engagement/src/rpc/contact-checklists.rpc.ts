import { ContactChecklistsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/contact_checklists_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { checkContactChecklist, listContactChecklists, resetContactChecklist } from '../checklists';
import type { Deps } from '../deps';

export const contactChecklistsRpc = (deps: Deps): ServiceImplementation =>
  implement(ContactChecklistsServiceDefinition, {
    listContactChecklists: (request, context) => listContactChecklists(deps, request, context),
    resetContactChecklist: (request, context) => resetContactChecklist(deps, request, context),
    checkContactChecklist: (request, context) => checkContactChecklist(deps, request, context),
  });
