/** A message of the model: who said it, and whether the contact may see it. */
export interface ModelMessage {
  id: string;
  /** Contact who wrote it; undefined for the team. */
  by?: string | undefined;
  isPublic: boolean;
}

interface ModelTicket {
  contact: string;
  messages: ModelMessage[];
  mergedInto?: string;
  /** Messages that its contact has read there. */
  read: Set<string>;
}

/** What contacts see, kept in the plainest way: lists of what was said, and sets of what was read. */
export interface ContactModel {
  open(id: string, contact: string): void;
  say(ticketId: string, message: ModelMessage): void;
  remove(messageId: string): void;
  merge(mainId: string, id: string): void;
  drop(id: string): void;
  read(id: string): void;
  /** Tickets that are not merged. */
  mains(): string[];
  tickets(): string[];
  messages(): string[];
  findContact(id: string): string;
  /** Messages that the contact of a ticket sees in it, in any order. */
  seen(id: string): string[];
  unread(id: string): number;
}

export const createContactModel = (): ContactModel => {
  const tickets = new Map<string, ModelTicket>();
  const of = (id: string): ModelTicket => {
    const ticket = tickets.get(id);
    if (!ticket) throw new Error(`The model has no ticket ${id}`);
    return ticket;
  };
  const shown = (id: string): ModelMessage[] => {
    const { contact } = of(id);
    const parts = [...tickets].filter(
      ([other, ticket]) => other === id || (ticket.mergedInto === id && ticket.contact === contact),
    );
    return parts.flatMap(([, { messages }]) => messages).filter(({ isPublic }) => isPublic);
  };
  return {
    open: (id, contact) => void tickets.set(id, { contact, messages: [], read: new Set() }),
    say: (ticketId, message) => void of(ticketId).messages.push(message),
    remove: (messageId) => {
      for (const ticket of tickets.values())
        ticket.messages = ticket.messages.filter(({ id }) => id !== messageId);
    },
    merge: (mainId, id) => {
      // What was read where it came from is read where it shows from now on.
      const main = of(mainId);
      const moved = [...tickets].filter(([other, { mergedInto }]) => other === id || mergedInto === id);
      for (const [, ticket] of moved) {
        ticket.mergedInto = mainId;
        if (ticket.contact === main.contact) for (const read of ticket.read) main.read.add(read);
      }
    },
    drop: (id) => {
      for (const [other, { mergedInto }] of [...tickets])
        if (other === id || mergedInto === id) tickets.delete(other);
    },
    read: (id) => shown(id).forEach((message) => of(id).read.add(message.id)),
    mains: () => [...tickets].flatMap(([id, { mergedInto }]) => (mergedInto === undefined ? id : [])),
    tickets: () => [...tickets.keys()],
    messages: () => [...tickets.values()].flatMap(({ messages }) => messages.map(({ id }) => id)),
    findContact: (id) => of(id).contact,
    seen: (id) => shown(id).map((message) => message.id),
    unread: (id) =>
      shown(id).filter((message) => message.by !== of(id).contact && !of(id).read.has(message.id)).length,
  };
};
