import type { ContactMatch, Message, Ticket } from '@parley/client';
import { current, learn, toName, say, toTitle } from '../core';

/** Something that was found. */
export interface Found {
  key: string;
  /** Where it leads: a ticket, or the newest one of a contact. */
  target: { ticket: string } | { contact: string };
  title: string;
  /** The words around the hit, as the search marks them: `<em>` around hits, all else escaped. */
  words: string;
}

/** Results of one kind. */
export interface Group {
  name: 'number' | 'tickets' | 'messages' | 'contacts' | 'of-contacts';
  found: Found[];
}

/** Most results of a kind. */
const MOST = 8;
/** Contacts are searched by so many letters. */
const CONTACT_LETTERS = 3;

type Hit<Document> = Document & { highlight?: Record<string, string> };

/** The words of a hit: first where they are longest, in its text. */
const readWords = ({ highlight = {} }: Hit<object>): string =>
  Object.entries(highlight)
    .filter(([field]) => field !== 'title')
    .map(([, words]) => words)
    .find((words) => words.includes('<em>')) ??
  Object.values(highlight)[0] ??
  '';

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const fromTicket = (ticket: Hit<Ticket>): Found => ({
  key: `ticket-${ticket.id}`,
  target: { ticket: ticket.id },
  title: `#${ticket.bugId} ${toTitle(ticket)}`,
  words: readWords(ticket) || escape(ticket.latestComment ?? toName(ticket.session)),
});

const fromMessage = (message: Hit<Message>): Found => ({
  key: `message-${message.id}`,
  target: { ticket: message.ticket },
  title: toName(message.user) || toName(message.session) || say('contact.unknown'),
  words: readWords(message) || escape(message.plainContent ?? ''),
});

const fromContact = ({ id, name, email, companyName }: ContactMatch): Found => ({
  key: `contact-${id}`,
  target: { contact: id },
  title: name || email || say('contact.unknown'),
  words: escape([email, companyName].filter(Boolean).join(' · ')),
});

const findNumber = async (bugId: number, signal: AbortSignal): Promise<Group> => {
  const { tickets } = await current().parley.tickets.list(
    { bugId, ignoreArchived: false, limit: 1 },
    { signal },
  );
  learn(tickets);
  return { name: 'number', found: tickets.map(fromTicket) };
};

/** Searches everything; a number is a ticket's. Groups without results are left out. */
export const find = async (text: string, signal: AbortSignal): Promise<Group[]> => {
  const { parley } = current();
  const number = /^#?(\d{1,9})$/.exec(text)?.[1];
  const options = { signal };
  const isName = text.length >= CONTACT_LETTERS;
  const [byNumber, tickets, messages, contacts, ofContacts] = await Promise.all([
    number === undefined ? undefined : findNumber(Number(number), signal),
    parley.tickets.search({ searchTerm: text, limit: MOST }, options),
    parley.messages.search({ searchTerm: text, limit: MOST }, options),
    isName ? parley.sessions.search({ searchTerm: text, limit: MOST }, options) : [],
    isName ? parley.tickets.extendedSearch({ searchTerm: text, type: 'STRICT' }, options) : undefined,
  ]);
  const known = new Set(tickets.hits.map(({ id }) => id));
  const others = (ofContacts?.sessionResults ?? []).filter(({ id }) => !known.has(id)).slice(0, MOST);
  const groups: (Group | undefined)[] = [
    byNumber,
    { name: 'tickets', found: tickets.hits.map(fromTicket) },
    { name: 'messages', found: messages.hits.map(fromMessage) },
    { name: 'contacts', found: contacts.map(fromContact) },
    { name: 'of-contacts', found: others.map(fromTicket) },
  ];
  return groups.filter((group) => group !== undefined && group.found.length > 0) as Group[];
};

/** The newest ticket of a contact; undefined without one. */
export const findNewest = async (contact: string): Promise<string | undefined> => {
  const { tickets } = await current().parley.tickets.list({
    session: [contact],
    ignoreArchived: false,
    sort: '-lastActivity',
    limit: 1,
  });
  return tickets[0]?.id;
};
