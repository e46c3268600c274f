import { OrganisationsServiceDefinition as organisations } from '@parley/proto/generated/parley/workspace/v1/organisations_service';
import { operation } from '../rest/operation';

export const organisationOperations = [
  operation('organisations.list', 'GET /organisations', organisations, 'listOrganisations', {
    surface: 'account',
    out: 'organisations',
  }),
  operation('organisations.create', 'POST /organisations', organisations, 'createOrganisation', {
    surface: 'account',
    out: 'organisation',
  }),
];
