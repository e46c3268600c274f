import type { MessagesCreateBody } from '@parley/client';
import { signal } from '@preact/signals';
import { isPassing, noteLeaving } from './api';
import { dropLeftDraft, forgetLeft, keepLeft, readLeft } from './left';
import { current } from './session';
import { learnMessage } from './threads';
import { explain } from './toasts';

/** A message on its way to the platform. */
export interface Outgoing {
  /** Its idempotency key: sent again, it is the same message. */
  key: string;
  body: MessagesCreateBody;
  text: string;
  state: 'held' | 'sending' | 'failed';
  /** Why it failed. */
  reason?: string;
  /** Called once it is there. */
  after?: (() => void) | undefined;
  /** Changes the ticket, once the message is there or with the closing of the window. */
  change?: (() => void) | undefined;
}

export const outbox = signal<readonly Outgoing[]>([]);

const STORED = 'parley-inbox-undo-seconds';
const UNDO_SECONDS = 10;
/** Milliseconds between tries, while there is no connection. */
const AGAIN_MS = 3_000;

/** How long a message is held, so that it can be taken back; 0 sends at once. */
export const undoSeconds = (): number => Number(localStorage.getItem(STORED) ?? UNDO_SECONDS);

/** Sets it, in this browser. */
export const setUndoSeconds = (seconds: number): void => localStorage.setItem(STORED, String(seconds));

const set = (key: string, change: Partial<Outgoing> | undefined): void => {
  outbox.value = outbox.value.flatMap((one) =>
    one.key === key ? (change === undefined ? [] : [{ ...one, ...change }]) : [one],
  );
};

const find = (key: string): Outgoing | undefined => outbox.value.find((one) => one.key === key);

/** Sends until the platform has it, or refuses it. All tries have one key, so that it is written once. */
const sendNow = async (key: string): Promise<void> => {
  const found = find(key);
  if (!found) return;
  for (;;) {
    try {
      const message = await current().parley.messages.create(found.body, { idempotencyKey: key });
      learnMessage(message);
      const { change } = find(key) ?? {};
      set(key, undefined);
      forgetLeft(key);
      change?.();
      found.after?.();
      return;
    } catch (error) {
      if (!isPassing(error)) {
        forgetLeft(key);
        return set(key, { state: 'failed', reason: explain(error) });
      }
      // A window that ends without a word loses nothing.
      keepLeft([found]);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
};

/** The last message on its way, by ticket: messages of a ticket leave in their order. */
const queues = new Map<string, Promise<void>>();

const deliver = (key: string): Promise<void> => {
  const found = find(key);
  if (!found || found.state === 'sending') return Promise.resolve();
  set(key, { state: 'sending' });
  const { ticket } = found.body;
  const sent = (queues.get(ticket) ?? Promise.resolve()).then(() => sendNow(key));
  queues.set(ticket, sent);
  return sent;
};

/** Puts a message on its way. It leaves after the time in which it can be taken back. */
export const send = (
  body: MessagesCreateBody,
  text: string,
  {
    after,
    change,
    holdMs = undoSeconds() * 1000,
  }: { after?: () => void; change?: () => void; holdMs?: number } = {},
): string => {
  const key = crypto.randomUUID();
  outbox.value = [...outbox.value, { key, body, text, state: 'held', after, change }];
  setTimeout(() => void deliver(key), holdMs);
  return key;
};

/** Takes a held message back. @returns It; undefined when it has left. */
export const takeBack = (key: string): Outgoing | undefined => {
  const found = find(key);
  if (!found || found.state === 'sending') return undefined;
  set(key, undefined);
  return found;
};

/** Tries a refused message again. */
export const sendAgain = (key: string): void => void deliver(key);

/** Tickets with a message on its way, also from a window that was closed. */
export const leavingTickets = (): string[] =>
  [...outbox.peek(), ...readLeft()].map(({ body }) => body.ticket);

/**
 * Messages are sent when the window closes, and kept until the platform is known to have them: the next window sends them again, by
 * the same key, so that they are written once.
 */
const flush = (): void => {
  const leaving = outbox.value.filter(({ state }) => state !== 'failed');
  if (leaving.length === 0) return;
  noteLeaving();
  keepLeft(leaving);
  for (const { key, change } of leaving) {
    set(key, { change: undefined });
    void deliver(key);
    change?.();
  }
};
addEventListener('pagehide', flush);
addEventListener('beforeunload', (event) => {
  if (outbox.value.some(({ state }) => state === 'failed')) event.preventDefault();
});

/** Sends what this person's last window left. */
export const sendLeft = (): void => {
  for (const left of readLeft()) {
    const { key, body, text } = left;
    if (find(key)) continue;
    // A draft that is not deleted shows once more: no harm.
    const after = (): void => void dropLeftDraft(left).catch(() => undefined);
    outbox.value = [...outbox.value, { key, body, text, state: 'held', after }];
    void deliver(key);
  }
};
