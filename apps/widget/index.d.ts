/**
 * The widget of Parley, as a page calls it: `parley('open')`. Load it by one script tag; see docs/widget.md. No call throws: errors
 * are in the console.
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

/** How the widget looks on a page. An omitted option is as in the project's settings. */
export interface Options {
  /** The side of the window; without one the end of a line in the visitor's language. */
  side?: 'left' | 'right';
  /** Pixels from the edges of the window; 20 each without it. */
  offset?: { x?: number; y?: number };
  /** False shows no button: the page opens the widget. */
  launcher?: boolean;
  /** A text in the button, beside its picture. */
  launcherText?: string;
  /** `system` follows the visitor's device. */
  theme?: 'light' | 'dark' | 'system';
  /** Colour of the button and the header, `#rrggbb`. */
  color?: string;
  /** The title of the open widget. */
  greeting?: string;
  /** Language code, such as `de`. */
  lang?: string;
}

/** The view that the widget opens with: its home page, a new conversation, an existing one, an article, or a search. */
export type Target =
  'home' | 'new' | { conversation: string } | { article: string | number } | { search: string };

/** The events that a page can listen to. */
export interface Events {
  /** The session is there. */
  ready: { userId?: string };
  /** The visitor is identified; the session may be another from now on. */
  identified: { userId: string };
  /** Events sent by `track` have reached the platform. */
  tracked: { names: string[] };
  opened: undefined;
  closed: undefined;
  /** Messages that the visitor has not read, in all conversations. */
  unread: { count: number };
  /** A message of the team or a bot came. */
  message: { conversationId: string; text: string };
  /** A message of the visitor has reached the platform. */
  messageSent: { conversationId: string; text: string };
  /** This browser takes push notifications. */
  subscribed: undefined;
  /** A guest left an e-mail address. */
  emailGiven: { email: string };
  /** A call was refused; `code` is that of the API, such as `invalid_session`. */
  error: { call: string; code: string; message: string };
}

/**
 * Does a task of the page for a workflow or an AI agent of the team. Its answer, or that of its promise, is returned as text: a
 * text as it is, anything else as JSON, at most 64 KB. An exception is returned as `{ "error": … }`.
 */
export type Tool = (given: Record<string, unknown>) => unknown;

/** Hears one kind of event. */
export type Listener<Name extends keyof Events> = (data: Events[Name]) => void;

/** The function that the widget puts on `window`. */
export interface Parley {
  /** Starts it where the page's tag says `data-boot="later"`, or after `shutdown`; changes how it looks where it runs. */
  (call: 'boot', options?: Options): void;
  /** Removes it from the page and ends its connections. The visitor's session stays on the device. */
  (call: 'shutdown'): void;
  /** Identifies the visitor. A guest's conversations move along. */
  (call: 'identify', profile: Profile): void;
  /** Reports an event; items and workflows of the team can wait for it. */
  (call: 'track', name: string, data?: Record<string, unknown>): void;
  /** Opens the widget. */
  (call: 'open', target?: Target): void;
  /** Opens it with an article, by its id or number. */
  (call: 'openArticle', article: string | number): void;
  /** Opens it with a conversation. */
  (call: 'openConversation', conversation: string): void;
  /** Starts a live tour of the team, whatever page it is for and however often it was shown. */
  (call: 'startTour', tour: string): void;
  /** Shows a live checklist of the team, as `startTour`. */
  (call: 'startChecklist', checklist: string): void;
  /** Shows a live survey of the team, whatever page it is for, unless the visitor has answered it already. */
  (call: 'startSurvey', survey: string): void;
  /** Attributes of the conversations that the visitor begins from now on: texts, numbers, booleans, lists of texts. */
  (call: 'setConversationFields', fields: Record<string, unknown>): void;
  /**
   * Asks the visitor for permission and subscribes this browser to push notifications. Call it in answer to a click. The file, by
   * default `/parley-push.js` of the page's own host, loads the widget's service worker; see docs/widget.md.
   */
  (call: 'subscribe', options?: { serviceWorker?: string }): void;
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
