import { CompaniesServiceDefinition as companies } from '@parley/proto/generated/parley/contacts/v1/companies_service';
import { CompanyTicketsServiceDefinition as companyTickets } from '@parley/proto/generated/parley/tickets/v1/company_tickets_service';
import { operation } from '../rest';

export const companyOperations = [
  operation('companies.list', 'GET /companies', companies, 'listCompanies', {
    permission: 'COMPANY_FIND',
    page: { default: 50, max: 200 },
    out: 'companies',
  }),
  operation('companies.count', 'GET /companies/count', companies, 'countCompanies', {
    permission: 'COMPANY_FIND',
  }),
  operation('companies.search', 'GET /companies/search', companies, 'searchCompanies', {
    permission: 'COMPANY_FIND',
    out: 'companies',
  }),
  operation('companies.get', 'GET /companies/{companyId}', companies, 'getCompany', {
    permission: 'COMPANY_FIND',
    passesUnknownQuery: true,
    out: 'company',
    errors: ['COMPANY_NOT_FOUND'],
  }),
  operation('companies.upsert', 'PUT /companies/{companyId}', companies, 'upsertCompany', {
    permission: 'COMPANY_UPDATE',
    into: 'company',
    creates: 'companyId',
    out: 'company',
    errors: ['COMPANY_RACED'],
  }),
  operation('companies.delete', 'DELETE /companies/{companyId}', companies, 'deleteCompany', {
    permission: 'COMPANY_DELETE',
    out: 'company',
    errors: ['COMPANY_NOT_FOUND'],
  }),
  operation('companies.members', 'GET /companies/{companyId}/members', companies, 'listCompanyMembers', {
    permission: 'COMPANY_FIND',
    page: { default: 50, max: 200 },
    out: 'members',
    errors: ['COMPANY_NOT_FOUND'],
  }),
  operation('companies.add-member', 'POST /companies/{companyId}/members', companies, 'addCompanyMember', {
    permission: 'COMPANY_UPDATE',
    out: 'contact',
    errors: ['COMPANY_NOT_FOUND', 'SESSION_NOT_FOUND'],
  }),
  operation(
    'companies.remove-member',
    'DELETE /companies/{companyId}/members/{sessionId}',
    companies,
    'removeCompanyMember',
    {
      permission: 'COMPANY_UPDATE',
      out: 'contact',
      errors: ['COMPANY_NOT_FOUND'],
    },
  ),
  operation(
    'companies.conversations',
    'GET /companies/{companyId}/tickets',
    companyTickets,
    'listCompanyTickets',
    {
      permission: 'TICKET_FIND',
      page: { default: 25, max: 100 },
      out: 'tickets',
      errors: ['COMPANY_NOT_FOUND'],
    },
  ),
];
