import type { MessagesCreateBody } from '@parley/client';
import { signal } from '@preact/signals';
import { current, say, send, takeBack, tellFailure, toast, undoSeconds } from '../core';
import { clearDraft, type Draft, findDraft, dropKept, giveBack, isEmpty, noteSent } from './drafts';
import { findMentions, hasMention, markMentions } from './mentions';
import { asksFirst } from './news';
import type { Node } from './rich';
import { isOfTicket, noteMentions, runActions } from './template-actions';

/** Changes of the ticket after the message is stored. */
export interface Then {
  close?: boolean;
  snoozeUntil?: Date;
}

/**
 * The text of a message. A note names people by nodes, so its Markdown has to be rich text: the platform makes it, as it keeps the
 * draft.
 */
const toText = async (
  ticketId: string,
  { text, doc, isNote }: Draft,
): Promise<Pick<MessagesCreateBody, 'comment' | 'markdownComment'>> => {
  if (doc) return { comment: isNote ? markMentions(doc) : doc };
  const draft = await current().parley.tickets.putDraft(ticketId, { markdownComment: text, isNote });
  return { comment: markMentions(draft.comment as Node) };
};

const toBody = (
  ticket: string,
  { isNote, attachments, cc, bcc, actions }: Draft,
): Omit<MessagesCreateBody, 'comment'> => {
  const forReader = actions.filter((action) => !isOfTicket(action));
  return {
    ticket,
    ...(isNote && { isNote }),
    ...(attachments.length > 0 && { attachments: [...attachments] }),
    ...(!isNote && cc && { cc: [...cc] }),
    ...(!isNote && bcc.length > 0 && { bcc: [...bcc] }),
    ...(!isNote && forReader.length > 0 && { actions: forReader }),
  };
};

const put = (ticketId: string, draft: Draft, body: MessagesCreateBody, then: Then): void => {
  // Text typed while the platform read the Markdown stays.
  if (findDraft(ticketId).value === draft) clearDraft(ticketId);
  noteSent(body, draft);
  const actions = [...draft.actions.filter(isOfTicket), ...(then.close ? [{ type: 'close' }] : [])];
  const mentioned =
    draft.isNote && typeof body.comment === 'object' ? findMentions(body.comment as Node) : [];
  // Only the team reads a note, so it leaves at once.
  const holdMs = draft.isNote ? 0 : undoSeconds() * 1000;
  const key = send(body, draft.text, {
    holdMs,
    after: () => dropKept(ticketId),
    change: () => {
      runActions(ticketId, actions, then.snoozeUntil).catch(tellFailure);
      if (mentioned.length > 0) noteMentions(ticketId, mentioned).catch(tellFailure);
    },
  });
  if (holdMs === 0) return;
  const undo = (): void => {
    const taken = takeBack(key);
    drop();
    if (taken) giveBack(taken);
  };
  const drop = toast(say('composer.sent'), { action: { label: say('undo'), run: undo }, ms: holdMs });
};

/** Tickets with a message that is being made: pressed twice, it is sent once. */
const busy = new Set<string>();

/** Counts replies that were scheduled here, for those who show them. */
export const schedulings = signal(0);

/** Whether a draft has more than a text: such a reply cannot be sent later. */
const hasMore = ({ attachments, cc = [], bcc, actions }: Draft): boolean =>
  attachments.length + cc.length + bcc.length + actions.length > 0;

/** Batches of drafts: scheduled again after a lost answer, a draft is one reply. */
const batches = new WeakMap<Draft, string>();

/** Schedules the reply. The platform sends it; until then it can be cancelled. First it asks as `sendDraft` does. */
export const sendLater = (ticketId: string, at: Date): void => {
  const draft = findDraft(ticketId).value;
  if (isEmpty(draft) || busy.has(ticketId)) return;
  if (hasMore(draft)) return void toast(say('composer.later.text'), { isFailure: true });
  if (asksFirst(ticketId, () => sendLater(ticketId, at))) return;
  const batchId = batches.get(draft) ?? crypto.randomUUID();
  batches.set(draft, batchId);
  const schedule = async (): Promise<void> => {
    const { comment } = await toText(ticketId, draft);
    await current().parley.tickets.bulkReply({
      selection: { ids: [ticketId] },
      comment,
      batchId,
      sendAt: at.toISOString(),
    });
    schedulings.value += 1;
    if (findDraft(ticketId).value !== draft) return;
    clearDraft(ticketId);
    dropKept(ticketId);
  };
  busy.add(ticketId);
  schedule()
    .catch(tellFailure)
    .finally(() => busy.delete(ticketId));
};

/** Sends the draft; first it asks when others wrote since the writing began. */
export const sendDraft = (ticketId: string, then: Then = {}): void => {
  const draft = findDraft(ticketId).value;
  if (isEmpty(draft) || busy.has(ticketId)) return;
  if (!draft.isNote && asksFirst(ticketId, () => sendDraft(ticketId, then))) return;
  const body = toBody(ticketId, draft);
  if (!draft.doc && !(draft.isNote && hasMention(draft.text)))
    return put(ticketId, draft, { ...body, markdownComment: draft.text }, then);
  busy.add(ticketId);
  toText(ticketId, draft)
    .then((text) => put(ticketId, draft, { ...body, ...text }, then))
    .catch(tellFailure)
    .finally(() => busy.delete(ticketId));
};
