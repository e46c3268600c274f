import { type Scope } from '@parley/auth';
import { type DomainError, unauthenticated } from '@parley/errors';

/** 401 `invalid_session`: the gateway took the session for signed, but its contact is gone, or its proof is wrong. */
export const invalidSession = (): DomainError =>
  unauthenticated('INVALID_SESSION', 'The widget session is missing or its signature is wrong.');

/** The `svcId` of the widget that calls; undefined for one that only showed the project's key. */
export const svcIdOf = ({ actor }: Scope): string | undefined =>
  actor.type === 'contact' ? actor.id : undefined;

/** As `svcIdOf`. 401 `invalid_session` for a caller without a session. */
export const demandSvcId = (scope: Scope): string => {
  const svcId = svcIdOf(scope);
  if (svcId === undefined) throw invalidSession();
  return svcId;
};
