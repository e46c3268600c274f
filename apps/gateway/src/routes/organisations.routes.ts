import { OrganisationsServiceDefinition as organisations } from '@parley/proto/generated/parley/workspace/v1/organisations_service';
import { operation } from '../rest';

export const organisationOperations = [
  operation('organisations.list', 'GET /organisations', organisations, 'listOrganisations', {
    surface: 'account',
    page: { default: 1000, max: 1000 },
    out: 'organisations',
  }),
  operation('organisations.create', 'POST /organisations', organisations, 'createOrganisation', {
    surface: 'account',
    out: 'organisation',
  }),
];
