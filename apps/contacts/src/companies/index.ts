export { checkCompany } from './check-company';
export { companyColumns } from './company.columns';
export { companyUpdated } from './company.events';
export {
  MAX_ADDRESS_BYTES,
  MAX_CUSTOM_DATA_BYTES,
  MAX_CUSTOM_DATA_KEYS,
  readCompanyInput,
} from './company.input';
export { companyExists, lockCompany, updateCompanyRow } from './company.store';
export { changedCompany, type CompanyPatch, type CompanyRow, reservedCompanyIds } from './company';
export { countCompanies } from './count-companies';
export { deleteCompany } from './delete-company';
export { ensureCompanies } from './ensure-company';
export { getCompany } from './get-company';
export { companyAfter, linkCompany } from './link-company';
export { listCompanies } from './list-companies';
export { listCompanyMembers } from './list-company-members';
export { createMover, moveJob } from './move-tickets';
export { createRenamer, queueRenaming, renamingJob } from './rename-members';
export { awaitNames, changeCompany, type SavedCompany } from './save-company';
export { searchCompanies } from './search-companies';
export { upsertCompany } from './upsert-company';
