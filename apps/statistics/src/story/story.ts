/** Who did something. */
export interface Who {
  type: 'user' | 'service' | 'contact' | 'bot' | 'system';
  id?: string;
}

/** What happened to a ticket at a time; entries of the same millisecond are in the order of their ids. */
interface Happened {
  /** Of the message, history entry or clock: the same in every repetition. */
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  by?: Who;
}

/** A message without its text. */
export interface MessageEntry extends Happened {
  kind: 'message';
  by: Who;
  /** Only the team sees it. */
  isNote?: boolean;
  /** It answers a message in a thread of the team. */
  isThread?: boolean;
  /** A suggested question and answer. */
  isSuggestion?: boolean;
}

/** A change of status. */
export interface StatusEntry extends Happened {
  kind: 'status';
  from: string;
  to: string;
}

/** A change of the assigned user. */
export interface UserEntry extends Happened {
  kind: 'user';
  from?: string;
  to?: string;
}

/** A change of the team. */
export interface TeamEntry extends Happened {
  kind: 'team';
  from?: string;
  to?: string;
}

/** A bot handed over to the team. */
export interface SupportEntry extends Happened {
  kind: 'support';
}

/** The contact rated the conversation; without a value it took the rating back. */
export interface RatingEntry extends Happened {
  kind: 'rating';
  value?: number;
}

/** The ticket became a part of another one. */
export interface MergeEntry extends Happened {
  kind: 'merge';
}

/** A promise to answer by a time. */
export interface ClockEntry extends Happened {
  kind: 'clock';
  dueAt: number;
  outcome?: 'met' | 'breached';
  /** When a reply ended it. */
  answeredAt?: number;
}

/** Something that happened to a ticket. */
export type Entry =
  MessageEntry | StatusEntry | UserEntry | TeamEntry | SupportEntry | RatingEntry | MergeEntry | ClockEntry;

/** How a ticket came into being. */
export interface Opening {
  /** Milliseconds since 1970. */
  at: number;
  by?: Who;
  status: string;
  userId?: string;
  teamId?: string;
  /** It had a contact from the start. */
  hasContact: boolean;
  /** The team composed it with a first message, so that no contact waited. */
  isComposed: boolean;
  /** A contact created it. */
  byContact: boolean;
}

/** The current state of a ticket, as far as figures need it. */
export interface Present {
  type: string;
  userId?: string;
  teamId?: string;
  isSpam: boolean;
  hidden: boolean;
  isMerged: boolean;
}

/** All that figures need of a ticket. */
export interface Story {
  ticketId: string;
  opening: Opening;
  present: Present;
  entries: readonly Entry[];
}

/** The entries in the order in which they happened, however they arrived. */
export const inOrder = (entries: readonly Entry[]): Entry[] =>
  [...entries].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
