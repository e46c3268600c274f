/**
 * The widget of Parley, as a page calls it: `parley('open')`. Load it by one script tag; see docs/widget.md. No call throws:
 * what is wrong with one stands in the console.
 */

/** Who the visitor is. A field that is left out stays as it is. */
export interface Profile {
  /** Identifier in your own system. */
  userId: string;
  /** Hex HMAC-SHA256 of the `userId` under the project's `sessionSecret`, made by your server. */
  userHash?: string;
  name?: string;
  email?: string;
  phone?: string;
  /** Address of a picture. */
  avatar?: string;
  /** Language code, such as `de`. */
  lang?: string;
  companyId?: string;
  companyName?: string;
  plan?: string;
  value?: number;
  customData?: Record<string, unknown>;
}

/** What the widget opens at: its home page, a new conversation, one that is there, an article, or a search. */
export type Target =
  'home' | 'new' | { conversation: string } | { article: string | number } | { search: string };

/** What a page can hear. */
export interface Events {
  /** The session is there. */
  ready: { userId?: string };
  /** The visitor is identified; the session may be another from now on. */
  identified: { userId: string };
  /** Events that were told by `track` are with the platform. */
  tracked: { names: string[] };
  opened: undefined;
  closed: undefined;
  /** Messages that the visitor has not read, in all conversations. */
  unread: { count: number };
  /** A message of the team or a bot came. */
  message: { conversationId: string; text: string };
  /** A call was refused; `code` is that of the API, such as `invalid_session`. */
  error: { call: string; code: string; message: string };
}

/**
 * Does what a workflow or an AI agent of the team asks of the page. What it answers, or its promise does, goes back as text:
 * a text as it is, anything else as JSON, at most 64 KB. What it throws is told as `{ "error": … }`.
 */
export type Tool = (given: Record<string, unknown>) => unknown;

/** Hears one kind of event. */
export type Listener<Name extends keyof Events> = (data: Events[Name]) => void;

/** The function that the widget puts on `window`. */
export interface Parley {
  /** Tells who the visitor is. A guest's conversations go along. */
  (call: 'identify', profile: Profile): void;
  /** Tells that something happened; items and workflows of the team can wait for it. */
  (call: 'track', name: string, data?: Record<string, unknown>): void;
  /** Opens the widget. */
  (call: 'open', target?: Target): void;
  /** Closes it; its button stays. */
  (call: 'close'): void;
  /** Shows the button and the items of the team again. */
  (call: 'show'): void;
  /** Hides everything that the widget shows. */
  (call: 'hide'): void;
  /** Forgets the visitor on this device; a new guest begins. */
  (call: 'logout'): void;
  /** Names something that the page can do for workflows and AI agents while a conversation is open. */
  (call: 'tool', name: string, tool: Tool): void;
  <Name extends keyof Events>(call: 'on' | 'off', event: Name, listener: Listener<Name>): void;
}

declare global {
  interface Window {
    parley: Parley;
  }
  const parley: Parley;
}
