import { CompaniesServiceDefinition as companies } from '@parley/proto/generated/parley/contacts/v1/companies_service';
import { ServerContactsServiceDefinition as contacts } from '@parley/proto/generated/parley/contacts/v1/server_contacts_service';
import { ServerPipelinesServiceDefinition as pipelines } from '@parley/proto/generated/parley/pipelines/v1/server_pipelines_service';
import { operation } from '../rest';

const surface = 'server';
const errorsOfCompanies = ['COMPANY_NOT_FOUND', 'PIPELINE_ENTRY_NOT_FOUND'] as const;
const errorsOfContacts = ['SESSION_NOT_FOUND', 'PIPELINE_ENTRY_NOT_FOUND'] as const;

/** Operations of the customer's own server, at the root of the host. */
export const serverClientOperations = [
  operation('server-client.identify', 'POST /admin/identify', contacts, 'identifyContact', {
    surface,
    rest: 'customData',
    out: 'contact',
    errors: ['SESSION_RACED', 'COMPANY_RACED'],
  }),
  operation('server-client.track', 'POST /admin/track', contacts, 'trackContactEvents', { surface }),
  operation('server-client.get-company', 'GET /admin/companies/{companyId}', companies, 'getCompany', {
    surface,
    passesUnknownQuery: true,
    out: 'company',
    errors: ['COMPANY_NOT_FOUND'],
  }),
  operation('server-client.upsert-company', 'PUT /admin/companies/{companyId}', companies, 'upsertCompany', {
    surface,
    into: 'company',
    creates: 'companyId',
    out: 'company',
    errors: ['COMPANY_RACED'],
  }),
  operation(
    'server-client.delete-company',
    'DELETE /admin/companies/{companyId}',
    companies,
    'deleteCompany',
    { surface, out: 'company', errors: ['COMPANY_NOT_FOUND'] },
  ),
  operation('server-client.pipelines', 'GET /admin/pipelines', pipelines, 'listServerPipelines', {
    surface,
    page: { default: 100, max: 500 },
    out: 'pipelines',
  }),
  operation(
    'server-client.add-company-entry',
    'POST /admin/pipelines/{pipelineId}/companies/{companyId}',
    pipelines,
    'addCompanyEntry',
    { surface, out: 'entry', exists: 'checkServerPipeline', errors: ['COMPANY_NOT_FOUND'] },
  ),
  operation(
    'server-client.put-company-entry',
    'PUT /admin/pipelines/{pipelineId}/companies/{companyId}',
    pipelines,
    'putCompanyEntry',
    { surface, out: 'entry', exists: 'checkServerPipeline', errors: ['COMPANY_NOT_FOUND'] },
  ),
  operation(
    'server-client.get-company-entry',
    'GET /admin/pipelines/{pipelineId}/companies/{companyId}',
    pipelines,
    'getCompanyEntry',
    { surface, out: 'entry', errors: errorsOfCompanies },
  ),
  operation(
    'server-client.remove-company-entry',
    'DELETE /admin/pipelines/{pipelineId}/companies/{companyId}',
    pipelines,
    'removeCompanyEntry',
    { surface, out: 'entry', errors: errorsOfCompanies },
  ),
  operation(
    'server-client.add-contact-entry',
    'POST /admin/pipelines/{pipelineId}/contacts/{userId}',
    pipelines,
    'addContactEntry',
    { surface, out: 'entry', exists: 'checkServerPipeline', errors: ['SESSION_NOT_FOUND'] },
  ),
  operation(
    'server-client.put-contact-entry',
    'PUT /admin/pipelines/{pipelineId}/contacts/{userId}',
    pipelines,
    'putContactEntry',
    { surface, out: 'entry', exists: 'checkServerPipeline', errors: ['SESSION_NOT_FOUND'] },
  ),
  operation(
    'server-client.get-contact-entry',
    'GET /admin/pipelines/{pipelineId}/contacts/{userId}',
    pipelines,
    'getContactEntry',
    { surface, out: 'entry', errors: errorsOfContacts },
  ),
  operation(
    'server-client.remove-contact-entry',
    'DELETE /admin/pipelines/{pipelineId}/contacts/{userId}',
    pipelines,
    'removeContactEntry',
    { surface, out: 'entry', errors: errorsOfContacts },
  ),
];
