import type { Message, Ticket } from '@parley/client';
import { cut, type Quoted, quoteBlock, quoteField, quoteInline, quoteUnlessWord } from './quote';

/** Longest message in the structured part of an answer, and in its text, in characters. */
const LONGEST = { data: 8_000, text: 2_000 };

type Person = { firstName?: string; lastName?: string; email?: string };

/** Name of a member of the team. */
export const nameUser = ({ firstName, lastName, email }: Person): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email || 'unnamed';

/** A ticket on one line. */
export const writeTicketLine = (ticket: Ticket): string => {
  const { bugId, title, status, priority, type, tags, session, processingUser, processingTeam } = ticket;
  const facts = [
    ...[status, priority, type].map(quoteUnlessWord),
    ...(tags.length > 0 ? [`tags ${quoteInline(tags.join(', '))}`] : []),
    ...(session ? [`from ${quoteInline(session.name ?? session.email ?? 'a visitor')}`] : []),
    processingUser ? `assigned to ${nameUser(processingUser)}` : 'unassigned',
    ...(processingTeam ? [`team ${processingTeam.name}`] : []),
    ...(ticket.snoozedUntil ? [`snoozed until ${ticket.snoozedUntil}`] : []),
    ...(ticket.lastActivity ? [`last activity ${ticket.lastActivity}`] : []),
  ];
  return `#${bugId} ${quoteInline(title)}: ${facts.join('; ')}`;
};

/** A ticket in the structured part of an answer. */
export const presentTicket = (ticket: Ticket): object => ({
  id: ticket.id,
  number: ticket.bugId,
  title: quoteField(ticket.title ?? '', 500),
  status: ticket.status,
  priority: ticket.priority,
  type: ticket.type,
  tags: ticket.tags,
  ...(ticket.session && {
    contact: {
      id: ticket.session.id,
      name: quoteField(ticket.session.name ?? '', 200),
      email: ticket.session.email,
    },
  }),
  ...(ticket.processingUser && {
    assignee: { id: ticket.processingUser.id, name: nameUser(ticket.processingUser) },
  }),
  ...(ticket.processingTeam && { team: { id: ticket.processingTeam.id, name: ticket.processingTeam.name } }),
  ...(ticket.snoozedUntil && { snoozedUntil: ticket.snoozedUntil }),
  ...(ticket.duplicateOf && { mergedInto: ticket.duplicateOf }),
  ...(ticket.latestComment && { latestMessage: quoteField(ticket.latestComment, 300) }),
  createdAt: ticket.createdAt,
  lastActivity: ticket.lastActivity,
});

const nameAuthor = ({ session, user, bot, fallbackUser }: Message): string => {
  if (session) return `contact ${quoteInline(session.name ?? session.email ?? 'a visitor')}`;
  if (bot) return 'bot';
  if (user) return `team member ${nameUser(user)}`;
  return fallbackUser ? 'team member' : 'system';
};

const kindOf = ({ isNote }: Message): string => (isNote ? 'Internal note' : 'Message');

/** A message of a ticket as a quotation under a heading. */
export const writeMessage = (message: Message): string =>
  `${kindOf(message)} of ${nameAuthor(message)}, ${message.createdAt}:\n${quoteBlock(cut(message.plainContent ?? '', LONGEST.text))}`;

/** The same in the structured part of an answer. */
export const presentMessage = (message: Message): object => ({
  id: message.id,
  from: message.session ? 'contact' : message.bot ? 'bot' : message.user ? 'team' : 'system',
  isNote: message.isNote,
  createdAt: message.createdAt,
  text: quoteField(message.plainContent ?? '', LONGEST.data),
  ...(message.attachments.length > 0 && {
    files: message.attachments.map(({ name }): Quoted => quoteField(name ?? 'file', 200)),
  }),
});
