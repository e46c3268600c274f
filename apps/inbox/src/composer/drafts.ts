import type { Attachment, MessageAction, MessageDraft } from '@parley/client';
import { type Signal, signal } from '@preact/signals';
import {
  beforeSignOut,
  current,
  drafted,
  isPassing,
  leavingTickets,
  noteDrafted,
  noteLeaving,
  type Outgoing,
  tellFailure,
} from '../core';
import { forgetBegun, noteBegun } from './news';
import { type Node, readPlain, toRich } from './rich';
import { storeUnkept, takeUnkept, type Unkept } from './unkept';

/** A reply or a note that is being written. */
export interface Draft {
  /** Markdown; with formatting on, the words of `doc`. */
  text: string;
  /** The rich text, when formatting is on. */
  doc?: Node | undefined;
  isNote: boolean;
  attachments: readonly Attachment[];
  /** Undefined until it is set: the participants of the ticket get copies. */
  cc?: readonly string[] | undefined;
  bcc: readonly string[];
  /** Actions of a template, which are applied with the sending. */
  actions: readonly MessageAction[];
}

export const EMPTY: Draft = { text: '', isNote: false, attachments: [], bcc: [], actions: [] };

const KEEP_MS = 800;
const known = new Map<string, Signal<Draft>>();
/** Milliseconds until the next try, while there is no connection. */
const AGAIN_MS = 3_000;
/** Tickets with a draft that the platform does not have yet, and what will bring it there. */
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** When the draft that the platform has was changed, by ticket. */
const versions = new Map<string, string | undefined>();

/** The draft of a ticket. */
export const findDraft = (ticketId: string): Signal<Draft> => {
  const found = known.get(ticketId) ?? signal(EMPTY);
  known.set(ticketId, found);
  return found;
};

/** Whether there is nothing to send. */
export const isEmpty = ({ text, attachments }: Draft): boolean =>
  text.trim() === '' && attachments.length === 0;

const keep = async (ticketId: string): Promise<void> => {
  const { parley } = current();
  const { text, doc, isNote, attachments, cc = [], bcc } = findDraft(ticketId).value;
  if (isEmpty(findDraft(ticketId).value)) {
    if (drafted.value.has(ticketId)) await parley.tickets.deleteDraft(ticketId);
    noteDrafted(ticketId, false);
    versions.delete(ticketId);
    return;
  }
  noteDrafted(ticketId, true);
  const { updatedAt } = await parley.tickets.putDraft(ticketId, {
    comment: doc ?? text,
    isNote,
    attachments: [...attachments],
    ...(!isNote && { cc: [...cc], bcc: [...bcc] }),
  });
  versions.set(ticketId, updatedAt);
};

/** Keeps the draft in this browser until the platform has it. */
const store = (ticketId: string): void =>
  storeUnkept(ticketId, { draft: findDraft(ticketId).value, base: versions.get(ticketId) });

/** Brings the draft to the platform a moment later, and again as long as there is no connection. */
const keepSoon = (ticketId: string, ms = KEEP_MS): void => {
  clearTimeout(timers.get(ticketId));
  const run = async (): Promise<void> => {
    try {
      await keep(ticketId);
    } catch (error) {
      if (timers.get(ticketId) !== timer) return;
      if (isPassing(error)) {
        store(ticketId);
        return keepSoon(ticketId, AGAIN_MS);
      }
      tellFailure(error);
    }
    if (timers.get(ticketId) !== timer) return;
    timers.delete(ticketId);
    takeUnkept(ticketId);
  };
  const timer = setTimeout(() => void run(), ms);
  timers.set(ticketId, timer);
};

// The next person at this browser finds no words of a customer in it.
beforeSignOut(() =>
  Promise.all(
    [...timers.keys()].map(async (ticketId) => {
      await keep(ticketId).catch((error: unknown) => {
        if (isPassing(error)) throw error;
      });
      clearTimeout(timers.get(ticketId));
      timers.delete(ticketId);
      takeUnkept(ticketId);
    }),
  ),
);

/** A window that closes brings its drafts to the platform; where it has no answer, the next window does. */
addEventListener('pagehide', () => {
  if (timers.size > 0) noteLeaving();
  for (const ticketId of timers.keys()) {
    store(ticketId);
    keep(ticketId).catch(() => undefined);
  }
});

/** Changes a draft; the platform keeps it a moment later, for this person alone. */
export const setDraft = (ticketId: string, change: Partial<Draft>): void => {
  const draft = findDraft(ticketId);
  draft.value = { ...draft.value, ...change };
  if (isEmpty(draft.value)) forgetBegun(ticketId);
  else noteBegun(ticketId);
  // The window can end before the first try has failed.
  if (!navigator.onLine) store(ticketId);
  keepSoon(ticketId);
};

/** A draft as the platform keeps it; one without formatting is a plain text again. */
const readKept = ({ comment, plainContent = '', isNote, attachments, cc, bcc }: MessageDraft): Draft => {
  const plain = comment ? readPlain(comment) : plainContent;
  return {
    ...EMPTY,
    ...(plain === undefined ? { text: plainContent, doc: comment as Node } : { text: plain }),
    isNote,
    attachments,
    ...(cc.length > 0 && { cc }),
    bcc,
  };
};

/** Drafts of service accounts, by ticket. */
export const suggestions = signal<Readonly<Record<string, readonly MessageDraft[]>>>({});

/** Whether a message of the ticket is on its way: the kept draft is its text. */
const isLeaving = (ticketId: string): boolean => leavingTickets().includes(ticketId);

/** Shows the draft that the platform keeps, unless the field has a text already. */
export const readDraft = async (ticketId: string): Promise<void> => {
  const wasLeaving = isLeaving(ticketId);
  const { draft, suggestions: suggested } = await current().parley.tickets.draft(ticketId);
  suggestions.value = { ...suggestions.value, [ticketId]: suggested };
  if (draft) noteDrafted(ticketId, true);
  versions.set(ticketId, draft?.updatedAt);
  const place = findDraft(ticketId);
  if (wasLeaving || isLeaving(ticketId) || !isEmpty(place.value)) return;
  const left = takeUnkept(ticketId);
  if (left) return setDraft(ticketId, restore(left, draft));
  if (!draft) return;
  place.value = readKept(draft);
  noteBegun(ticketId);
};

/** The draft that a former window left, beside the platform's; both, when that one was changed elsewhere. */
const restore = ({ draft, base }: Unkept, kept: MessageDraft | undefined): Draft => {
  if (!kept || kept.updatedAt === base) return draft;
  const other = readKept(kept);
  if (other.text.trim() === draft.text.trim()) return other;
  return continues(draft, other) ? draft : join(other, draft);
};

/** Whether a draft has all of the other: the platform's answer to that one was lost, or it was written on. */
const continues = (draft: Draft, other: Draft): boolean =>
  draft.text.startsWith(other.text.trim()) &&
  other.attachments.every(({ url }) => draft.attachments.some((mine) => mine.url === url));

/** Empties the field. The kept draft goes once the message is there, so that nothing is lost between. */
export const clearDraft = (ticketId: string): void => {
  clearTimeout(timers.get(ticketId));
  timers.delete(ticketId);
  takeUnkept(ticketId);
  forgetBegun(ticketId);
  const { isNote, doc } = findDraft(ticketId).value;
  findDraft(ticketId).value = { ...EMPTY, isNote, ...(doc && { doc: toRich('') }) };
};

/** Deletes the kept draft of a sent message, unless the next one is begun. */
export const dropKept = (ticketId: string): void => {
  if (!isEmpty(findDraft(ticketId).value)) return;
  noteDrafted(ticketId, false);
  versions.delete(ticketId);
  current().parley.tickets.deleteDraft(ticketId).catch(tellFailure);
};

/** The drafts that messages on their way were made of. */
const sent = new WeakMap<object, Draft>();

/** Notes the draft of a message, to give it back. */
export const noteSent = (body: object, draft: Draft): void => void sent.set(body, draft);

const join = (before: Draft, after: Draft): Draft => {
  if (isEmpty(after)) return before;
  const isFormatted = before.doc !== undefined || after.doc !== undefined;
  const parts = [before, after].flatMap(({ doc, text }) => (doc ?? toRich(text)).content ?? []);
  return {
    ...before,
    text: [before.text, after.text].filter((part) => part !== '').join('\n\n'),
    ...(isFormatted && { doc: { type: 'doc', content: parts } }),
    attachments: [...before.attachments, ...after.attachments],
  };
};

/** Puts a message that was taken back into the field, before what stands there. */
export const giveBack = ({ body, text }: Outgoing): void => {
  const draft = sent.get(body) ?? { ...EMPTY, text, isNote: body.isNote ?? false };
  setDraft(body.ticket, join(draft, findDraft(body.ticket).value));
};

/** Puts a text at the end of the answer that is being written. Nothing is sent. */
export const insertText = (ticketId: string, text: string): void =>
  setDraft(ticketId, join(findDraft(ticketId).value, { ...EMPTY, text }));
