import { openingAt } from '@parley/opening-hours';
import type { ProjectSettings } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { effectiveFeatures, sessionSecretContext, withProvenDomain } from '../projects';
import { liveSecrets } from '../secrets';
import type { SettingsRow } from './directory.store';

/**
 * Milliseconds that a new session secret is accepted before it signs: longer than any service caches settings, so that each checker
 * knows the secret of a signature.
 */
const ACCEPTED_FIRST_MS = 15_000;

/** The secret that signs, before those that are accepted too. */
export const sessionSecrets = (
  { sealer, clock }: Pick<Deps, 'sealer' | 'clock'>,
  row: Pick<SettingsRow, 'id' | 'sessionSecret' | 'formerSessionSecrets' | 'sessionSecretChangedAt'>,
): [string, ...string[]] => {
  const context = sessionSecretContext(row.id);
  const now = clock();
  const current = sealer.open(row.sessionSecret, context);
  const [former, ...others] = liveSecrets(sealer, row.formerSessionSecrets, context, now);
  if (former === undefined) return [current];
  const age = now.getTime() - (row.sessionSecretChangedAt?.getTime() ?? 0);
  return age < ACCEPTED_FIRST_MS ? [former, current, ...others] : [current, former, ...others];
};

/** Whether the team is closed, that is each team has opening hours and none is open; and when the first one opens. */
const readOpening = (
  hours: SettingsRow['operatingHours'],
  now: Date,
): Pick<Partially<ProjectSettings>, 'isClosed' | 'opensAt'> => {
  const openings = hours.map((one) => openingAt(one ?? undefined, now));
  const isClosed = openings.length > 0 && openings.every(({ isOpen }) => !isOpen);
  const times = openings.flatMap(({ changesAt }) => (changesAt ? [changesAt.getTime()] : []));
  const opensAt = isClosed && times.length > 0 ? new Date(Math.min(...times)).toISOString() : undefined;
  return { isClosed, opensAt };
};

/** A stored project as other services see its settings, its session secrets opened. */
export const presentSettings = (
  deps: Pick<Deps, 'sealer' | 'clock'>,
  row: SettingsRow,
): Partially<ProjectSettings> => {
  const [sessionSecret, ...acceptedSessionSecrets] = sessionSecrets(deps, row);
  return {
    id: row.id,
    organisationId: row.organisationId,
    name: row.name,
    defaultLanguage: row.defaultLanguage,
    sessionSecret,
    acceptedSessionSecrets,
    allowedDomains: row.allowedDomains,
    identityVerification: row.identityVerification,
    requestLimitPerMinute: row.requestLimitPerMinute ?? 0,
    conversationUrl: row.conversationUrl ?? undefined,
    color: row.color ?? undefined,
    features: Object.entries(effectiveFeatures(row.features)).flatMap(([name, on]) => (on ? [name] : [])),
    languages: row.languages,
    helpcenter: withProvenDomain(row.helpcenter, row.helpcenterDomain),
    apiToken: row.apiToken,
    ...readOpening(row.operatingHours, deps.clock()),
    widget: row.widget ?? {},
  };
};
