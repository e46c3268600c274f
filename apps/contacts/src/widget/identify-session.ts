import { projectScope, sameText } from '@parley/auth';
import { raced, unauthenticated } from '@parley/errors';
import { isUniqueViolation, runTransaction, type Sql } from '@parley/persistence';
import { ContactInput } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import type {
  IdentifySessionRequest,
  IdentifySessionResponse,
} from '@parley/proto/generated/parley/contacts/v1/widget_service';
import type { CallContext } from '@parley/rpc';
import { createHmac } from 'node:crypto';
import { linkCompany } from '../companies';
import {
  type ContactPatch,
  type ContactRow,
  toSearchText,
  changedContact,
  contactUpdated,
  lockContact,
  lockContactBySvcId,
  lockContactByUserId,
  lockUserId,
  updateContactRow,
  changedBy,
  identityChanges,
  appendIdentityEntry,
} from '../contacts';
import { readContactInput, addContact, changeContact, type Origin, makeOrigin } from '../saving';
import type { Deps } from '../deps';
import { mergeGuest, heirOfSvcId, type Merge, mergeJob } from '../merge';
import { patience } from '../patience';
import { presentWidgetSession } from './widget.present';
import { demandSvcId, identityNotProven } from './widget-caller';

/** Times that the contact with a userId may appear or go between two statements. */
const ATTEMPTS = 5;
/** Milliseconds that the caller waits for the tickets to move; a worker does the rest. */
const WAIT_MS = 5_000;
const USER_ID_KEY = 'contact_user_id_key';

/** Hex HMAC-SHA256 of a userId under the project's session secret. */
export const signUserId = (secret: string, userId: string): string =>
  createHmac('sha256', secret).update(userId).digest('hex');

interface Identified {
  row: ContactRow;
  merge?: Merge;
}

const become = async (
  tx: Sql,
  guest: ContactRow,
  userId: string,
  patch: ContactPatch,
  { scope, method, now, headers }: Origin,
): Promise<ContactRow> => {
  const named: ContactRow = { ...guest, userId };
  const after = changedContact(named, patch, await linkCompany(tx, named, patch, now), now) ?? {
    ...named,
    searchText: toSearchText(named),
    updatedAt: now,
    version: guest.version + 1,
  };
  await updateContactRow(tx, after, contactUpdated(after, headers));
  const changes = identityChanges(guest, after);
  const { projectId, id: contactId } = guest;
  const by = changedBy(scope.actor, method);
  if (changes) await appendIdentityEntry(tx, { projectId, contactId, at: now, changes, by });
  return after;
};

/** The contact of the calling widget. For a merged guest only a repeated call for the contact it was merged into continues. */
const lockCaller = async (tx: Sql, projectId: string, svcId: string, userId: string): Promise<ContactRow> => {
  const own = await lockContactBySvcId(tx, projectId, svcId);
  if (own) return own;
  const heir = await heirOfSvcId(tx, projectId, svcId);
  const row = heir === undefined ? undefined : await lockContact(tx, projectId, heir);
  if (row?.userId !== userId) throw unauthenticated('INVALID_SESSION');
  return row;
};

const identify = async (
  tx: Sql,
  svcId: string,
  userId: string,
  patch: ContactPatch,
  origin: Origin,
): Promise<Identified | undefined> => {
  const { projectId } = origin.scope;
  await lockUserId(tx, projectId, userId);
  const own = await lockCaller(tx, projectId, svcId, userId);
  if (own.userId === userId) return { row: await changeContact(tx, own, patch, origin) };
  const known = await lockContactByUserId(tx, projectId, userId);
  if (own.userId !== null) {
    // Another person on the same device: the former userId's conversations stay there.
    const row = known
      ? await changeContact(tx, known, patch, origin)
      : await addContact(tx, { ...patch, userId }, origin);
    return row && { row };
  }
  if (!known) return { row: await become(tx, own, userId, patch, origin) };
  const row = await mergeGuest(tx, own, known, patch, origin);
  return { row, merge: { projectId, sourceId: own.id, targetId: row.id } };
};

const identifyWhoeverComes = async (
  { db }: Pick<Deps, 'db'>,
  ...[svcId, userId, patch, origin]: [string, string, ContactPatch, Origin]
): Promise<Identified> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      const identified = await runTransaction(db, (tx) => identify(tx, svcId, userId, patch, origin));
      if (identified) return identified;
    } catch (error) {
      if (!isUniqueViolation(error, USER_ID_KEY)) throw error;
    }
  }
  throw raced('SESSION_RACED', 'The session was created and deleted at the same time. Try again.');
};

/** 401 `invalid_session` for a wrong `userHash`, and for none when the project demands one. */
const demandProof = async (
  { secrets }: Pick<Deps, 'secrets'>,
  projectId: string,
  { userId, userHash }: IdentifySessionRequest,
  context: CallContext,
): Promise<string> => {
  const accepted = await secrets.accepted(projectId, context);
  const isProven =
    userHash === undefined
      ? !(await secrets.demandsProof(projectId, context))
      : accepted.some(
          (secret) => secret !== '' && sameText(userHash.toLowerCase(), signUserId(secret, userId)),
        );
  if (!isProven) throw identityNotProven(projectId);
  return secrets.of(projectId, context);
};

/**
 * Says who a widget's contact is. A guest becomes that contact: it gets the userId, or is merged into the contact that
 * has it. A widget that was someone else goes on with another session. 401 `invalid_session`.
 */
export const identifySession = async (
  deps: Deps,
  request: IdentifySessionRequest,
  context: CallContext,
): Promise<IdentifySessionResponse> => {
  const { projectId } = projectScope(context.scope);
  const svcId = demandSvcId(context.scope);
  const patch = readContactInput(ContactInput.fromPartial(request.profile ?? {}), request.nulls);
  const secret = await demandProof(deps, projectId, request, context);
  const origin = makeOrigin(context, 'identify', deps.clock());
  const { row, merge } = await identifyWhoeverComes(deps, svcId, request.userId, patch, origin);
  deps.wakeEvents();
  if (merge) {
    const place = { projectId, key: merge.sourceId };
    await deps.jobs.attempted(mergeJob, place, patience(context, WAIT_MS));
  }
  return { session: presentWidgetSession(row, secret, patch) };
};
