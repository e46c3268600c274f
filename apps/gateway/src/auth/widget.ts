import { createHmac } from 'node:crypto';
import { isAllowedOrigin, sameText } from '@parley/auth';
import { createLocalCache } from '@parley/cache';
import { type DomainError, forbidden, unauthenticated } from '@parley/errors';
import type { ProjectSettings } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { type Directory, directoryContext } from './directory';

/** How long a project's settings are cached, in milliseconds. */
const BELIEF_MS = 2_000;
const MAX_PROJECTS = 10_000;

/** A contact's widget. */
export interface WidgetSession {
  /** Undefined when only the project's key was sent, where that is enough. */
  svcId: string | undefined;
  projectId: string;
  organisationId: string;
  requestLimit: number;
  /** The origin with pages that may read the answer; undefined when the project names no domains: any. */
  readableFrom: string | undefined;
}

/** The headers a widget signs in with. */
export interface WidgetHeaders {
  apiToken: string | undefined;
  svcId: string | undefined;
  svcHash: string | undefined;
  origin: string | undefined;
  /** Whether the key alone is enough; a session that is sent must be signed all the same. */
  keyIsEnough: boolean;
}

/** Checks a widget's headers. 401 `invalid_session`, 403 `domain_not_allowed`. */
export type Widgets = (headers: WidgetHeaders) => Promise<WidgetSession>;

const invalidSession = (): DomainError => unauthenticated('INVALID_SESSION');

const demandDomain = ({ allowedDomains }: ProjectSettings, origin: string | undefined): void => {
  if (isAllowedOrigin(allowedDomains, origin)) return;
  throw forbidden('DOMAIN_NOT_ALLOWED');
};

/** Hex HMAC-SHA256 of a session's `svcId` under the project's session secret. */
export const widgetSignature = (sessionSecret: string, svcId: string): string =>
  createHmac('sha256', sessionSecret).update(svcId).digest('hex');

/** Identifies widgets by project key, session and signature. */
export const createWidgets = (directory: Pick<Directory, 'resolveProjectKey'>): Widgets => {
  const projects = createLocalCache<ProjectSettings>({ max: MAX_PROJECTS, ttlMs: BELIEF_MS });
  return async ({ apiToken, svcId, svcHash, origin, keyIsEnough }) => {
    const byKey = keyIsEnough && !svcId && !svcHash;
    if (!apiToken || (!byKey && (!svcId || !svcHash))) throw invalidSession();
    const settings = await projects.getOrLoad(apiToken, async () => {
      const response = await directory.resolveProjectKey({ apiToken }, directoryContext());
      if (!response.settings) throw invalidSession();
      return response.settings;
    });
    demandDomain(settings, origin);
    const { sessionSecret, acceptedSessionSecrets } = settings;
    const proven =
      svcId &&
      svcHash &&
      [sessionSecret, ...acceptedSessionSecrets].some(
        (secret) => secret !== '' && sameText(svcHash, widgetSignature(secret, svcId)),
      );
    if (!byKey && !proven) throw invalidSession();
    return {
      svcId: byKey ? undefined : svcId,
      projectId: settings.id,
      organisationId: settings.organisationId,
      requestLimit: settings.requestLimitPerMinute,
      readableFrom: settings.allowedDomains.length > 0 ? origin : undefined,
    };
  };
};
