import type { Role } from '@parley/auth';
import type { Project } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentDomain } from './helpcenter-domain';
import { effectiveFeatures, secretKeyContext, sessionSecretContext } from './project';
import type { ProjectRow } from './project.store';

/** A stored project as the public document. The secrets are for admins; credentials are never shown. */
export const presentProject = (
  { sealer }: Pick<Deps, 'sealer'>,
  row: ProjectRow,
  role: Role,
): Partially<Project> => ({
  id: row.id,
  _id: row.id,
  name: row.name,
  organisation: row.organisationId,
  role,
  apiToken: row.apiToken,
  ...(role === 'admin' && { sessionSecret: sealer.open(row.sessionSecret, sessionSecretContext(row.id)) }),
  ...(role === 'admin' &&
    row.secretKey !== null && { secretKey: sealer.open(row.secretKey, secretKeyContext(row.id)) }),
  defaultLanguage: row.defaultLanguage,
  languages: row.languages,
  allowedDomains: row.allowedDomains,
  features: effectiveFeatures(row.features),
  integrations: Object.fromEntries(
    Object.keys(row.integrations).map((provider) => [provider, { configured: true }]),
  ),
  identityVerification: row.identityVerification,
  ticketStatuses: row.ticketStatuses,
  ticketTypes: row.ticketTypes,
  helpcenter: row.helpcenter ?? undefined,
  helpcenterDomain: presentDomain(row),
  widget: row.widget ?? undefined,
  requestLimitPerMinute: row.requestLimitPerMinute ?? undefined,
  conversationUrl: row.conversationUrl ?? undefined,
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
