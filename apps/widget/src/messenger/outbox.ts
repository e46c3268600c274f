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
  const { store, storage, send } = app;
  const read = (): Outgoing[] => storage.read<Outgoing[]>(KEPT) ?? [];
  const show = (): void => store.set({ outbox: read() });
  const write = (outbox: readonly Outgoing[]): void => {
    storage.write(KEPT, outbox);
    show();
  };
  /** Every change applies to the stored list, which another tab may have changed. */
  const change = (mutationId: string, make: (one: Outgoing) => Outgoing | undefined): void =>
    write(read().flatMap((one) => (one.mutationId === mutationId ? (make(one) ?? []) : one)));

  const begin = async ({ text, attachments, mutationId }: Outgoing): Promise<void> => {
    const body = { message: text, attachments, clientMutationId: mutationId };
    const headers = { 'idempotency-key': mutationId };
    const conversation = await send<Conversation>('POST', '/shared/conversations', body, { headers });
    const { id, lastMessage } = conversation;
    if (lastMessage) putMessage(app, lastMessage);
    putAnswer(app, conversation);
    noteTalk(app);
    // Whatever was written while the conversation began belongs to it.
    write(read().map((one) => (one.conversationId === undefined ? { ...one, conversationId: id } : one)));
    const { view } = store.get();
    if (view.name === 'conversation' && view.id === undefined)
      store.set({ view: { name: 'conversation', id, hasBegun: true } });
  };

  const sendOne = async (one: Outgoing): Promise<void> => {
    const { conversationId, text, attachments, mutationId } = one;
    if (conversationId === undefined) return begin(one);
    const body = { ...(text !== '' && { comment: text }), attachments, clientMutationId: mutationId };
    putMessage(app, await send<Message>('POST', `/shared/conversations/${conversationId}/messages`, body));
  };

  /** Sends the oldest that waits; answers whether there was one. One tab at a time, so that their order stays. */
  const sendNext = (): Promise<boolean> =>
    alone(KEPT, async () => {
      const next = read().find(({ refusal }) => refusal === undefined);
      if (!next) return false;
      try {
        await sendOne(next);
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
      write([...read(), { ...written, mutationId: newId(), writtenAt: new Date().toISOString() }]);
      begun();
    },
    retry: (mutationId) => {
      change(mutationId, ({ refusal: _refusal, ...one }) => one);
      begun();
    },
    discard: (mutationId) => change(mutationId, () => undefined),
  };
};
