import { type ProjectSettings } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { type Partially } from '@parley/rpc';
import { type Deps } from '../deps';
import { effectiveFeatures, sessionSecretContext } from '../projects/project';
import { type SettingsRow } from './directory.store';

/** A stored project as other services see its settings, its session secret opened. */
export const presentSettings = (
  { sealer }: Pick<Deps, 'sealer'>,
  row: SettingsRow,
): Partially<ProjectSettings> => ({
  id: row.id,
  organisationId: row.organisationId,
  name: row.name,
  defaultLanguage: row.defaultLanguage,
  sessionSecret: sealer.open(row.sessionSecret, sessionSecretContext(row.id)),
  allowedDomains: row.allowedDomains,
  identityVerification: row.identityVerification,
  requestLimitPerMinute: row.requestLimitPerMinute ?? 0,
  features: Object.entries(effectiveFeatures(row.features)).flatMap(([name, on]) => (on ? [name] : [])),
});
