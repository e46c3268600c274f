import { CompaniesServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/companies_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { addCompanyMember, removeCompanyMember } from '../saving';
import {
  countCompanies,
  deleteCompany,
  getCompany,
  listCompanies,
  listCompanyMembers,
  searchCompanies,
  upsertCompany,
} from '../companies';
import type { Deps } from '../deps';

export const companiesRpc = (deps: Deps): ServiceImplementation =>
  implement(CompaniesServiceDefinition, {
    listCompanies: (request, context) => listCompanies(deps, request, context),
    countCompanies: (request, context) => countCompanies(deps, request, context),
    searchCompanies: (request, context) => searchCompanies(deps, request, context),
    getCompany: (request, context) => getCompany(deps, request, context),
    upsertCompany: (request, context) => upsertCompany(deps, request, context),
    deleteCompany: (request, context) => deleteCompany(deps, request, context),
    listCompanyMembers: (request, context) => listCompanyMembers(deps, request, context),
    addCompanyMember: (request, context) => addCompanyMember(deps, request, context),
    removeCompanyMember: (request, context) => removeCompanyMember(deps, request, context),
  });
