import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type {
  UpdateMessageRequest,
  UpdateMessageResponse,
} from '@parley/proto/generated/parley/tickets/v1/messages_service';
import { isDeepStrictEqual } from 'node:util';
import { callerId } from '../caller-id';
import {
  noteChangeOfMessage,
  appendRows,
  LATEST_COMMENT_CHARACTERS,
  isEditable,
  messageKind,
  type MessageView,
  messageUpdated,
  lockMessage,
} from '../core';
import type { Deps } from '../deps';
import { writeEdit } from './message.change.store';
import { notEditable } from './message.errors';
import { type MessageEdit, readEdit } from './message.input';
import { presentMessage } from './message.present';
import { requireMessage } from './require-message';
import { renewTexts } from './ticket-stamps.store';

/** Public names of an edit's changes. */
const findChanges = (message: MessageView, { content, data, attachments }: MessageEdit): string[] => {
  const isSame = isDeepStrictEqual([message.content, message.data], [content, data]);
  const keepsFiles = attachments === undefined || isDeepStrictEqual(message.attachments, attachments);
  return [...(isSame ? [] : ['data']), ...(keepsFiles ? [] : ['attachments'])];
};

/** Edits the caller's own message: `data` is replaced whole, attachments stay when omitted. No mail is sent again. */
export const updateMessage = async (
  { db, clock, wakeEvents }: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>,
  { messageId, data, attachments, nulls }: UpdateMessageRequest,
  context: CallContext,
): Promise<UpdateMessageResponse> => {
  const { projectId, actor } = projectScope(context.scope);
  const circumstances = { callerId: callerId(actor), now: clock() };
  const found = await requireMessage(db, projectId, messageId);
  // Whether the contact has read it is known only once the ticket is locked.
  if (!isEditable(found, { ...circumstances, contactReadIndex: 0, isRead: false })) throw notEditable();
  const edit = readEdit({ data, attachments }, nulls);
  const after = await runTransaction(db, async (tx) => {
    const locked = await lockMessage(tx, projectId, messageId);
    if (!locked) throw notFound('message');
    const { message, ticket } = locked;
    const { contactReadIndex, isRead } = ticket;
    if (!isEditable(message, { ...circumstances, contactReadIndex, isRead })) throw notEditable();
    const changed = findChanges(message, edit);
    if (changed.length === 0) return message;
    const { now } = circumstances;
    const files = edit.attachments ?? message.attachments;
    const edited: MessageView = {
      ...message,
      ...edit,
      attachments: files,
      updatedAt: now,
      contactUpdatedAt: now,
      editedAt: now,
    };
    await writeEdit(tx, message, edit, now);
    if (messageKind(message) !== 'internal') {
      const characters = LATEST_COMMENT_CHARACTERS;
      await renewTexts(tx, projectId, [ticket.id], { characters, now });
    }
    const shown = await noteChangeOfMessage(tx, edited, now);
    const event = messageUpdated(presentMessage(edited), changed, ticket, eventHeaders(context), shown);
    await appendRows(tx, [event]);
    return edited;
  });
  wakeEvents();
  return { message: presentMessage(after) };
};
