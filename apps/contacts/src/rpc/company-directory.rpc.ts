import { CompanyDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/company_directory_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { checkCompany } from '../companies';
import type { Deps } from '../deps';

export const companyDirectoryRpc = (deps: Deps): ServiceImplementation =>
  implement(CompanyDirectoryServiceDefinition, {
    checkCompany: (request, context) => checkCompany(deps, request, context),
  });
