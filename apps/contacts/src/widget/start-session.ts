import type { OnceContext } from '@parley/effects';
import { invalid, unauthenticated } from '@parley/errors';
import { runTransaction, type Sql } from '@parley/persistence';
import type {
  StartSessionRequest,
  StartSessionResponse,
  WidgetDevice,
} from '@parley/proto/generated/parley/contacts/v1/widget_service';
import {
  type ContactPatch,
  type ContactRow,
  changedContact,
  newContact,
  contactCreated,
  contactUpdated,
  insertContact,
  lockContactBySvcId,
  updateContactRow,
} from '../contacts';
import { type Origin, makeOrigin } from '../saving';
import type { Deps } from '../deps';
import { noteActivity } from '../tracking';
import { presentWidgetSession } from './widget.present';
import { readSvcId } from './widget-caller';

/** Milliseconds without activity after which a start is another visit. */
export const VISIT_MS = 30 * 60_000;

/** Milliseconds that `lastActivity` may be behind a start, so that a page's every reload need not be written. */
const ACTIVITY_MS = 60_000;

const toPatch = ({ lang, platform, deviceType, name, phone }: WidgetDevice = {}): ContactPatch => ({
  ...(lang !== undefined && { lang }),
  ...(platform !== undefined && { platform }),
  ...(deviceType !== undefined && { deviceType }),
  ...(name !== undefined && { name }),
  ...(phone !== undefined && { phone }),
});

/** A page vouches for an identified contact; a visitor does for a guest. */
const demandGuest = ({ userId }: ContactRow, { name, phone }: ContactPatch): void => {
  if (userId === null) return;
  for (const [field, value] of Object.entries({ name, phone }))
    if (value !== undefined) throw invalid({ field, message: 'is that of an identified contact' });
};

const begin = async (sql: Sql, patch: ContactPatch, { scope, now, headers }: Origin): Promise<ContactRow> => {
  const { projectId, organisationId } = scope;
  const company = { companyId: null, companyName: null };
  const row = { ...newContact({ projectId, organisationId }, patch, company, now), sessions: 1 };
  await insertContact(sql, row, contactCreated(row, headers));
  return row;
};

const resume = async (tx: Sql, svcId: string, patch: ContactPatch, origin: Origin): Promise<ContactRow> => {
  const { now, headers, scope } = origin;
  const row = await lockContactBySvcId(tx, scope.projectId, svcId);
  if (!row) throw unauthenticated('INVALID_SESSION');
  demandGuest(row, patch);
  const idle = now.getTime() - row.lastActivity.getTime();
  const isVisit = row.sessions === 0 || idle >= VISIT_MS;
  const seen = idle > 0 ? { ...row, lastActivity: now } : row;
  const { companyId, companyName } = row;
  const changed = changedContact(row, patch, { companyId, companyName }, now);
  if (changed || isVisit) {
    const after: ContactRow = {
      ...(changed ?? row),
      lastActivity: seen.lastActivity,
      sessions: row.sessions + (isVisit ? 1 : 0),
      updatedAt: now,
      version: row.version + 1,
    };
    await updateContactRow(tx, after, contactUpdated(after, headers));
    return after;
  }
  if (idle > ACTIVITY_MS) await noteActivity(tx, scope.projectId, svcId, { at: now, page: undefined });
  return seen;
};

/**
 * Begins a guest's session, or goes on with the one that the caller showed. 401 `invalid_session` when the contact of
 * that one is gone or became part of another.
 */
export const startSession = async (
  deps: Deps,
  { device }: StartSessionRequest,
  context: OnceContext<StartSessionResponse>,
): Promise<StartSessionResponse> => {
  const origin = makeOrigin(context, 'create', deps.clock());
  const secret = await deps.secrets.of(origin.scope.projectId, context);
  const [svcId, patch] = [readSvcId(context.scope), toPatch(device)];
  const start = async (sql: Sql): Promise<StartSessionResponse> => {
    const row = await (svcId === undefined ? begin(sql, patch, origin) : resume(sql, svcId, patch, origin));
    return { session: presentWidgetSession(row, secret, patch) };
  };
  const isOneStatement = svcId === undefined && context.idempotencyKey === undefined;
  const response = isOneStatement
    ? await start(deps.db)
    : await runTransaction(deps.db, async (tx) => {
        const started = await start(tx);
        await context.record(tx, started);
        return started;
      });
  deps.wakeEvents();
  return response;
};
