import {
  alone,
  isPassing,
  Refused,
  type App,
  type Conversation,
  type Message,
  newId,
  persist,
  type Outgoing,
  noteTalk,
  putAnswer,
  putMessage,
} from '../core';

const KEPT = 'outbox';

/** The contact's message. */
export type Written = Pick<Outgoing, 'conversationId' | 'text' | 'attachments'>;

/** The messages that are on their way. They survive a reload, and none is stored twice. */
export interface Outbox {
  add(written: Written): void;
  /** Tries a refused one again. */
  retry(mutationId: string): void;
  discard(mutationId: string): void;
}

export const createOutbox = (app: App): Outbox => {
  const { store, storage } = app;
  const read = (): Outgoing[] => storage.read<Outgoing[]>(KEPT) ?? [];
  const show = (): void => store.set({ outbox: read() });
  const write = (outbox: readonly Outgoing[]): void => {
    storage.write(KEPT, outbox);
    show();
  };
  /** Every change applies to the stored list, which another tab may have changed. */
  const change = (mutationId: string, make: (one: Outgoing) => Outgoing | undefined): void =>
    write(read().flatMap((one) => (one.mutationId === mutationId ? (make(one) ?? []) : one)));

  /** Sends the oldest that waits; answers whether there was one. One tab at a time, so that their order stays. */
  const sendNext = (): Promise<boolean> =>
    alone(KEPT, async () => {
      const next = read().find(({ refusal }) => refusal === undefined);
      if (!next) return false;
      try {
        await sendOne(app, next, (id) =>
          // Whatever was written while the conversation began belongs to it.
          write(
            read().map((one) => (one.conversationId === undefined ? { ...one, conversationId: id } : one)),
          ),
        );
        change(next.mutationId, () => undefined);
      } catch (error) {
        if (isPassing(error)) throw error;
        const refusal = error instanceof Refused ? error.message : String(error);
        change(next.mutationId, (refused) => ({ ...refused, refusal }));
      }
      return true;
    });

  let isSending = false;
  const flush = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    try {
      while (await persist(sendNext));
    } finally {
      isSending = false;
    }
  };
  const begun = (): void => void flush();

  storage.watch(KEPT, show);
  show();
  begun();
  return {
    add: (written) => {
      const { fields, email } = store.get();
      const first = written.conversationId === undefined && {
        ...(Object.keys(fields).length > 0 && { attributes: fields }),
        ...(email !== undefined && { email }),
      };
      const now = new Date().toISOString();
      write([...read(), { ...written, ...first, mutationId: newId(), writtenAt: now }]);
      begun();
    },
    retry: (mutationId) => {
      change(mutationId, ({ refusal: _refusal, ...one }) => one);
      begun();
    },
    discard: (mutationId) => change(mutationId, () => undefined),
  };
};

/** Begins a conversation with its first message; answers its id. */
const begin = async (app: App, one: Outgoing, began: (id: string) => void): Promise<string> => {
  const { store, send } = app;
  const { text, attachments, attributes, mutationId } = one;
  const body = { message: text, attachments, attributes, clientMutationId: mutationId };
  const headers = { 'idempotency-key': mutationId };
  const conversation = await send<Conversation>('POST', '/shared/conversations', body, { headers });
  const { id, lastMessage } = conversation;
  if (lastMessage) putMessage(app, lastMessage);
  putAnswer(app, conversation);
  noteTalk(app);
  if (one.email !== undefined) await leaveEmail(app, id, one.email);
  began(id);
  const { view } = store.get();
  if (view.name === 'conversation' && view.id === undefined)
    store.set({ view: { name: 'conversation', id, hasBegun: true } });
  return id;
};

/** Leaves the address of a guest; one that is refused loses no message. */
const leaveEmail = async (app: App, id: string, email: string): Promise<void> => {
  try {
    putAnswer(app, await app.send<Conversation>('POST', `/shared/conversations/${id}/email`, { email }));
    app.emitter.emit('emailGiven', { email });
  } catch (error) {
    if (isPassing(error)) throw error;
  }
};

/** Sends a message, and lets the page know. */
const sendOne = async (app: App, one: Outgoing, began: (id: string) => void): Promise<void> => {
  const { text, attachments, mutationId } = one;
  const conversationId = one.conversationId ?? (await begin(app, one, began));
  if (one.conversationId !== undefined) {
    const body = { ...(text !== '' && { comment: text }), attachments, clientMutationId: mutationId };
    const path = `/shared/conversations/${conversationId}/messages`;
    putMessage(app, await app.send<Message>('POST', path, body));
  }
  app.emitter.emit('messageSent', { conversationId, text });
};
