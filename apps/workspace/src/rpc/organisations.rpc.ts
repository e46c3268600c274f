import { OrganisationsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/organisations_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { createOrganisation, listOrganisations } from '../organisations';

const { methods } = OrganisationsServiceDefinition;

export const organisationsRpc = (deps: Deps): ServiceImplementation =>
  implement(OrganisationsServiceDefinition, {
    listOrganisations: (request, context) => listOrganisations(deps, request, context),
    createOrganisation: deps.effects.once(methods.createOrganisation, (request, context) =>
      createOrganisation(deps, request, context),
    ),
  });
