import { runTransaction, type Sql } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type { Deps } from '../deps';
import { type PreparedMessage, writeMessage, type WrittenMessage, writtenMessage } from './add-message';
import { carryToMain } from './carry-to-main';
import { tellOfContactMessage } from './contact-message';
import { holdWriter } from './hold-writer';
import type { ContactRecord, InsertOptions, Refused } from '../core';
import { joinCopied } from './copy-to-participants';

type WriteOptions = Partial<Pick<InsertOptions, 'toMerged'>>;

/** A message in a merged ticket also applies to its main one. */
const writeThrough = async (
  tx: Sql,
  context: CallContext,
  message: PreparedMessage,
  options: WriteOptions = {},
): Promise<WrittenMessage | Refused> => {
  const written = await writeMessage(tx, message, options);
  if ('document' in written && written.duplicateOfId)
    await carryToMain(
      tx,
      message.insert,
      { ...written, mainId: written.duplicateOfId },
      eventHeaders(context),
    );
  return written;
};

/** Writes a message for which one statement does; undefined for another. */
const writeAlone = async (
  { messageInserts }: Pick<Deps, 'messageInserts'>,
  message: PreparedMessage,
): Promise<WrittenMessage | undefined> => {
  const inserted = await messageInserts.insert(message.insert);
  return 'refused' in inserted ? undefined : writtenMessage(message, inserted);
};

/**
 * Writes a message of the team: one statement does unless the ticket is merged, held, or its contact gets another agent, or the
 * message makes contacts participants.
 */
export const writeByTeam = async (
  deps: Pick<Deps, 'db' | 'messageInserts'>,
  context: CallContext,
  message: PreparedMessage,
  copied: readonly ContactRecord[] = [],
): Promise<WrittenMessage | Refused> => {
  const alone = copied.length === 0 ? await writeAlone(deps, message) : undefined;
  if (alone) return alone;
  return runTransaction(deps.db, async (tx) => {
    if (copied.length > 0) await joinCopied(tx, message, copied);
    return writeThrough(tx, context, message);
  });
};

/**
 * Writes a message of a contact, which may write; with `toMerged` false into no merged ticket. One statement does unless the ticket
 * is merged, held, or woken or reopened by it. 400 when the contact is not kept any more, 403 `contact_blocked`.
 */
export const writeByContact = async (
  deps: Pick<Deps, 'db' | 'messageInserts'>,
  context: CallContext,
  message: PreparedMessage,
  options: WriteOptions = {},
): Promise<WrittenMessage | Refused> =>
  (await writeAlone(deps, message)) ??
  runTransaction(deps.db, async (tx) => {
    const { projectId, sessionId } = message.insert.row;
    if (sessionId !== null) await holdWriter(tx, projectId, sessionId);
    const written = await writeThrough(tx, context, message, options);
    if ('document' in written) await tellOfContactMessage(tx, context, message, written);
    return written;
  });
