import { ServiceAccountsServiceDefinition as accounts } from '@parley/proto/generated/parley/workspace/v1/service_accounts_service';
import { operation } from '../rest';

export const serviceAccountOperations = [
  operation('service-accounts.list', 'GET /service-accounts', accounts, 'listServiceAccounts', {
    permission: 'SERVICE_ACCOUNT_FIND',
    page: { default: 1000, max: 1000 },
    out: 'serviceAccounts',
  }),
  operation('service-accounts.create', 'POST /service-accounts', accounts, 'createServiceAccount', {
    permission: 'SERVICE_ACCOUNT_CREATE',
    out: 'serviceAccount',
  }),
  operation(
    'service-accounts.revoke',
    'DELETE /service-accounts/{serviceAccountId}',
    accounts,
    'revokeServiceAccount',
    {
      permission: 'SERVICE_ACCOUNT_DELETE',
      out: 'serviceAccount',
    },
  ),
];
