import type { OnceContext } from '@parley/effects';
import { raced } from '@parley/errors';
import { runTransaction, type Sql } from '@parley/persistence';
import type {
  CreateContactRequest,
  CreateContactResponse,
} from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import type { Deps } from '../deps';
import {
  type ContactPatch,
  type ContactRow,
  presentContact,
  lockContactByUserId,
  lockUserId,
  revealSvcHash,
  type TicketsKnow,
  tellTickets,
} from '../contacts';
import { readContactInput } from './contact.input';
import { customDataAfter } from './custom-data';
import { addContact, changeContact, type Origin, makeOrigin } from './save-contact';

/** Times that a contact may appear and go again between two statements. */
const ATTEMPTS = 5;

/** A contact after an upsert, and what tickets know of it. */
interface Upserted {
  before: TicketsKnow;
  row: ContactRow;
}

/** A write of a contact: its fields, and single keys of its `customData`, where null removes one. */
export interface ContactWrite {
  patch: ContactPatch;
  keys: ReadonlyMap<string, unknown>;
}

/** The patch of a contact that has this `customData`. */
const patchFor = ({ patch, keys }: ContactWrite, stored: unknown): ContactPatch => {
  // Null clears all that is stored before single keys are set.
  const customData = customDataAfter(patch.customData === null ? null : stored, keys, 'customData');
  return customData === undefined ? patch : { ...patch, customData };
};

const upsert = async (tx: Sql, write: ContactWrite, origin: Origin): Promise<Upserted> => {
  const { projectId } = origin.scope;
  const { userId } = write.patch;
  if (userId) await lockUserId(tx, projectId, userId);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const row = userId && (await lockContactByUserId(tx, projectId, userId));
    if (row)
      return { before: row, row: await changeContact(tx, row, patchFor(write, row.customData), origin) };
    const added = await addContact(tx, patchFor(write, null), origin);
    // A new contact has no earlier state to compare.
    if (added) return { before: added, row: added };
  }
  throw raced('SESSION_RACED', 'The session was created and deleted at the same time. Try again.');
};

/** Whether one statement can create it: no company to write beside it, and no tags that are to be compared first. */
const isPlain = ({ companyId, tags }: ContactPatch): boolean => !companyId && !tags?.length;

/**
 * Creates a contact, or with a known `userId` changes that one: omitted fields stay, null clears. Without `userId` always
 * a new guest.
 */
export const createContact = (
  deps: Deps,
  { contact, nulls }: CreateContactRequest,
  context: OnceContext<CreateContactResponse>,
): Promise<CreateContactResponse> => {
  const write = { patch: readContactInput(contact, nulls), keys: new Map<string, unknown>() };
  return saveContact(deps, write, makeOrigin(context, 'create', deps.clock()), context);
};

/** Creates a contact, or changes the one with the `userId`. */
export const saveContact = async (
  deps: Deps,
  write: ContactWrite,
  origin: Origin,
  context: OnceContext<CreateContactResponse>,
): Promise<CreateContactResponse> => {
  const revealHash = await revealSvcHash(deps, context);
  const present = (row: ContactRow): CreateContactResponse => ({
    contact: presentContact(row, revealHash(row)),
  });
  const isOneStatement = isPlain(write.patch) && context.idempotencyKey === undefined;
  const added = isOneStatement ? await addContact(deps.db, patchFor(write, null), origin) : undefined;
  const { before, row, response } = added
    ? { before: added, row: added, response: present(added) }
    : await runTransaction(deps.db, async (tx) => {
        const upserted = await upsert(tx, write, origin);
        const answer = present(upserted.row);
        await context.record(tx, answer);
        return { ...upserted, response: answer };
      });
  deps.wakeEvents();
  await tellTickets(deps, { before, row }, context);
  return response;
};
