export { createServiceAccount } from './create-service-account';
export { listServiceAccounts } from './list-service-accounts';
export { revokeServiceAccount } from './revoke-service-account';
export { findServiceAccount, findServiceAccounts, type ServiceAccountRow } from './service-account.store';
export { SERVICE_ACCOUNT_ROLE } from './service-account';
