import type { Ticket } from '@parley/client';
import { flag, integer, optional, text, texts, ticketRef, time } from '../fields';
import { findMember, findTeam } from '../find-people';
import { findTicket } from '../find-ticket';
import { quoteBlock } from '../quote';
import { presentTicket, writeTicketLine } from '../ticket.present';
import { badArgument, defineTool, type ToolAnswer, type ToolCall } from '../tool';

/** Longest reply or note, in characters. */
const LONGEST = 50_000;
const markdown = text('The text, in Markdown.', LONGEST);

/** The answer after a change of a ticket. */
const changed = (what: string, ticket: Ticket): ToolAnswer => ({
  text: `${what}\n${writeTicketLine(ticket)}`,
  data: { ticket: presentTicket(ticket) },
});

export const reply = defineTool('reply_to_ticket', {
  title: 'Reply to a ticket',
  description:
    'Writes a reply to the contact. By default it is kept as a draft that a person of the team reads and sends; with `draft: false` it is sent at once.',
  effect: 'adds',
  fields: {
    ticket: ticketRef(),
    text: markdown,
    draft: optional(flag('false sends it to the contact at once; true by default.')),
    replaceDraft: optional(flag('true replaces a draft that the person of this token already has there.')),
  },
  run: async ({ ticket: ref, text: markdownComment, draft = true, replaceDraft = false }, call) => {
    const { parley } = call;
    const ticket = await findTicket(parley, ref);
    if (!draft) {
      const { id } = await parley.messages.create({ ticket: ticket.id, markdownComment });
      return sent(`Sent to the contact of #${ticket.bugId}.`, ticket, { messageId: id, sent: true });
    }
    if (!replaceDraft) await demandNoDraft(call, ticket);
    await parley.tickets.putDraft(ticket.id, { markdownComment });
    return sent(
      `Kept as a draft in #${ticket.bugId}; nothing was sent. A person of the team sends it.`,
      ticket,
      {
        sent: false,
      },
    );
  },
});

const sent = (line: string, ticket: Ticket, facts: object): ToolAnswer => ({
  text: line,
  data: { ticket: { id: ticket.id, number: ticket.bugId }, ...facts },
});

/** A person may be writing there: a draft is not replaced unasked. Suggestions of a service account are its own. */
const demandNoDraft = async ({ parley, userId }: ToolCall, ticket: Ticket): Promise<void> => {
  if (userId === undefined) return;
  const { draft } = await parley.tickets.draft(ticket.id);
  if (!draft?.plainContent) return;
  throw badArgument(
    'replaceDraft',
    `must be true to replace the draft that is there:\n${quoteBlock(draft.plainContent.slice(0, 500).toWellFormed())}`,
  );
};

export const addNote = defineTool('add_note', {
  title: 'Add an internal note',
  description: 'Adds a note to a ticket that the team sees and the contact never does.',
  effect: 'adds',
  fields: { ticket: ticketRef(), text: markdown },
  run: async ({ ticket: ref, text: markdownComment }, { parley }) => {
    const ticket = await findTicket(parley, ref);
    const { id } = await parley.messages.create({ ticket: ticket.id, markdownComment, isNote: true });
    return sent(`Noted in #${ticket.bugId}.`, ticket, { messageId: id });
  },
});

export const assign = defineTool('assign_ticket', {
  title: 'Assign a ticket',
  description:
    'Assigns a ticket to a member of the team, to a team, or to both; `none` unassigns. A wrong name is answered with the names there are.',
  effect: 'changes',
  fields: {
    ticket: ticketRef(),
    assignee: optional(text('`me`, `none`, or id, address or name of a team member.', 254)),
    team: optional(text('`none`, or id or name of a team.', 200)),
  },
  run: async ({ ticket: ref, assignee, team }, call) => {
    if (assignee === undefined && team === undefined) throw badArgument('assignee', 'or `team` is required');
    const { parley } = call;
    const { id } = await findTicket(parley, ref);
    const ticket = await parley.tickets.update(id, {
      ...(assignee !== undefined && {
        processingUser: assignee === 'none' ? null : (await findMember(call, 'assignee', assignee)).id,
      }),
      ...(team !== undefined && {
        processingTeam: team === 'none' ? null : (await findTeam(parley, 'team', team)).id,
      }),
    });
    return changed('Assigned.', ticket);
  },
});

export const tag = defineTool('tag_ticket', {
  title: 'Tag a ticket',
  description: 'Adds tags to a ticket, or removes some, or both. Other tags stay.',
  effect: 'changes',
  fields: {
    ticket: ticketRef(),
    add: optional(texts('Tags to add.', 20)),
    remove: optional(texts('Tags to remove.', 20)),
  },
  run: async ({ ticket: ref, add = [], remove = [] }, { parley }) => {
    if (add.length + remove.length === 0) throw badArgument('add', 'or `remove` is required');
    const { id } = await findTicket(parley, ref);
    const ticket = await parley.tickets.update(id, { addTags: add, removeTags: remove });
    return changed('Tagged.', ticket);
  },
});

export const snooze = defineTool('snooze_ticket', {
  title: 'Snooze a ticket',
  description:
    'Puts a ticket aside until a time, or for some minutes. It returns then, or when the contact writes.',
  effect: 'changes',
  fields: {
    ticket: ticketRef(),
    until: optional(time('When it returns, such as 2026-01-31T09:00:00Z.')),
    minutes: optional(integer('For how long, in place of `until`.', 1, 525_600)),
  },
  run: async ({ ticket: ref, until, minutes }, { parley }) => {
    if ((until === undefined) === (minutes === undefined))
      throw badArgument('until', 'or `minutes` is required, and not both');
    const { id } = await findTicket(parley, ref);
    const ticket = await parley.tickets.snooze(
      id,
      until === undefined ? { duration: Number(minutes) * 60 } : { snoozedUntil: until },
    );
    return changed('Snoozed.', ticket);
  },
});

export const close = defineTool('close_ticket', {
  title: 'Close a ticket',
  description: 'Sets the status of a ticket to DONE. With `reopen: true` it sets OPEN again.',
  effect: 'changes',
  fields: { ticket: ticketRef(), reopen: optional(flag('true opens it again.')) },
  run: async ({ ticket: ref, reopen = false }, { parley }) => {
    const { id } = await findTicket(parley, ref);
    const ticket = await parley.tickets.update(id, { status: reopen ? 'OPEN' : 'DONE' });
    return changed(reopen ? 'Open again.' : 'Closed.', ticket);
  },
});

export const merge = defineTool('merge_tickets', {
  title: 'Merge tickets',
  description:
    'Merges duplicates into one ticket, which gets their messages. It cannot be undone. Read the tickets first: they should be about the same thing and of the same contact.',
  effect: 'changes',
  fields: {
    into: ticketRef('The ticket that stays: its number or id.'),
    tickets: texts('Numbers or ids of the tickets that are merged into it.', 20),
  },
  run: async ({ into, tickets }, { parley }) => {
    if (tickets.length === 0) throw badArgument('tickets', 'must have at least 1 element');
    const target = await findTicket(parley, into);
    const merged = await Promise.all(tickets.map((ref) => findTicket(parley, ref)));
    const ticket = await parley.tickets.merge({
      targetTicketId: target.id,
      ticketsToMergeIds: merged.map(({ id }) => id),
    });
    return changed(`Merged ${merged.map(({ bugId }) => `#${bugId}`).join(', ')}.`, ticket);
  },
});
