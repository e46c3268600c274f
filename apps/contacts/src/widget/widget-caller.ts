import type { Scope } from '@parley/auth';
import { type DomainError, unauthenticated } from '@parley/errors';

/** 401 `invalid_session`: the userId is not proven. */
export const identityNotProven = (projectId: string): DomainError =>
  unauthenticated(
    'INVALID_SESSION',
    'The userId is not proven. Send userHash: the hex HMAC-SHA256 of the userId under the project’s sessionSecret, made ' +
      'by your own server. An admin reads the secret, and can switch the check off (identityVerification: false), at ' +
      `/projects/${projectId}.`,
  );

/** The `svcId` of the widget that calls; undefined for one that only showed the project's key. */
export const readSvcId = ({ actor }: Scope): string | undefined =>
  actor.type === 'contact' ? actor.id : undefined;

/** As `readSvcId`. 401 `invalid_session` for a caller without a session. */
export const demandSvcId = (scope: Scope): string => {
  const svcId = readSvcId(scope);
  if (svcId === undefined) throw unauthenticated('INVALID_SESSION');
  return svcId;
};
