import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  type Conversation,
  lookedAt,
  type Message,
  type State,
  persist,
  putStep,
  readStep,
  markRead,
  putAnswer,
  readEarlier,
  readThread,
} from '../core';
import { AskEmail } from './ask-email';
import { chooseFiles } from './chosen-files';
import { Composer } from './composer';
import { FirstForm, useFirstForm } from './first-form';
import { useKeptFocus } from './kept-focus';
import { MessageItem, OutgoingItem } from './message-item';
import type { Parts } from './parts';
import { Question } from './question';
import { Rating } from './rating';
import { Transcript } from './transcript';

/** Pixels from the end within which the visitor reads the newest. */
const AT_END = 80;

const findConversation = ({ conversations }: State, id: string | undefined): Conversation | undefined =>
  conversations?.find((one) => one.id === id);

/** Hands a conversation that a bot has over to people. */
const HandOver = ({
  app,
  say,
  conversation,
}: Pick<Parts, 'app' | 'say'> & { conversation: Conversation }): VNode => (
  <button
    type="button"
    class="plain"
    onClick={() => {
      const path = `/shared/conversations/${conversation.id}/workflow-step`;
      app.send('POST', path, { botAction: 'humanHandoff' }).then(
        () => {
          putAnswer(app, { ...conversation, botActive: false });
          putStep(app, conversation.id, null);
        },
        // The question is over: the current state is read again.
        () => readThread(app, conversation.id).catch(() => undefined),
      );
    }}
  >
    {say('person')}
  </button>
);

/** A conversation, or one that begins with its first message. */
export const ConversationPage = (parts: Parts & { id: string | undefined }): VNode => {
  const { app, say, outbox, drafts, id } = parts;
  const state = app.store.get();
  const conversation = findConversation(state, id);
  const talk = useKeptFocus();
  const [draft] = useState(() => drafts.of(id));
  const chosen = chooseFiles(parts, draft.files);

  useEffect(() => {
    app.live.start();
    if (id === undefined) return;
    if (drafts.of(undefined) === draft) drafts.begun(id);
    // One that is gone is in no list either.
    persist(() => Promise.all([readThread(app, id), readStep(app, id)])).catch(() =>
      app.store.set({ view: { name: 'home' } }),
    );
  }, [id]);
  const unread = id !== undefined && lookedAt(state) === id ? (conversation?.unreadCount ?? 0) : 0;
  const newest = id === undefined ? undefined : state.threads[id]?.messages.at(-1)?.id;
  useEffect(() => {
    if (id === undefined || newest === undefined || unread === 0) return;
    void markRead(app, id, newest).catch(() => undefined);
  }, [id, unread, newest]);
  const step = id === undefined ? undefined : state.steps[id];
  const isClosed = conversation?.status === 'closed';
  const isResolved = !isClosed && conversation?.resolved === true;
  const asked = useFirstForm(app);
  const isAsked = id === undefined && asked.length > 0;
  const takesFiles = !isClosed && !isAsked && step?.input?.kind !== 'text';
  const typing = state.typing?.conversationId === id ? state.typing : undefined;
  return (
    <div
      ref={talk}
      class="talk"
      onDragOver={(event) => {
        if (takesFiles && event.dataTransfer?.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!takesFiles || !event.dataTransfer?.files.length) return;
        event.preventDefault();
        chosen.choose(event.dataTransfer.files);
      }}
    >
      <Log {...{ app, say, outbox, id }} />
      <p class="typing quiet" aria-live="polite">
        {typing ? say('typing', { name: typing.name ?? say('message.team') }) : ''}
      </p>
      {conversation?.botActive && <HandOver {...{ app, say, conversation }} />}
      <p class="quiet" role="status">
        {isClosed && say('conversation.closed')}
        {isResolved && say('conversation.resolved')}
      </p>
      {conversation && (isClosed || isResolved) && (
        <Rating {...{ app, say, conversation }} draft={drafts.of(`${conversation.id} rating`)} />
      )}
      {id !== undefined && step && !isClosed && (
        <Question key={step.id} {...{ app, say, id, step, draft }} own={drafts.of(`${id} ${step.id}`)} />
      )}
      {isClosed && (
        <button type="button" class="main" onClick={() => app.store.set({ view: { name: 'conversation' } })}>
          {say('conversation.new')}
        </button>
      )}
      {conversation && <Transcript key={conversation.id} {...{ app, say, conversation }} />}
      {conversation && <AskEmail {...{ app, say, conversation }} />}
      {isAsked && <FirstForm app={app} say={say} fields={asked} />}
      {takesFiles && <Composer {...parts} {...{ draft, chosen }} />}
    </div>
  );
};

/** Whether the team has read the contact's newest message; an answer below it says as much. */
const describeReceipt = (
  { author, conversation, createdAt = '' }: Message,
  state: State,
  say: Parts['say'],
): string | undefined => {
  if (author?.type !== 'contact') return undefined;
  const { teamReadAt = '' } = findConversation(state, conversation) ?? {};
  return say(teamReadAt >= createdAt ? 'message.seen' : 'message.read');
};

/** The messages of a conversation, with those that are on their way. */
const Log = ({
  app,
  say,
  outbox,
  id,
}: Pick<Parts, 'app' | 'say' | 'outbox'> & { id: string | undefined }): VNode => {
  const state = app.store.get();
  const thread = id === undefined ? undefined : state.threads[id];
  const outgoing = state.outbox.filter((one) => one.conversationId === id);
  const log = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const heightBefore = useRef(0);
  // New messages scroll into view; earlier ones do not move the visible ones.
  useLayoutEffect(() => {
    const { current } = log;
    if (!current) return;
    if (isAtEnd.current) current.scrollTop = current.scrollHeight;
    else if (heightBefore.current > 0) current.scrollTop += current.scrollHeight - heightBefore.current;
    heightBefore.current = 0;
  });

  const showEarlier = (): void => {
    if (id === undefined) return;
    readEarlier(app, id).then(
      () => (heightBefore.current = log.current?.scrollHeight ?? 0),
      () => undefined,
    );
  };
  return (
    <div
      ref={log}
      class="log"
      role="log"
      aria-label={say('messages')}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < AT_END;
      }}
    >
      {thread?.hasEarlier && (
        <button type="button" class="plain" onClick={showEarlier}>
          {say('messages.earlier')}
        </button>
      )}
      <ol>
        {thread?.messages.map((message) => (
          <MessageItem
            key={message.id}
            {...{ message, app, say }}
            receipt={message === thread.messages.at(-1) ? describeReceipt(message, state, say) : undefined}
          />
        ))}
        {outgoing
          .filter(({ mutationId }) => !thread?.messages.some((one) => one.clientMutationId === mutationId))
          .map((one) => (
            <OutgoingItem key={one.mutationId} {...{ one, app, say, outbox }} />
          ))}
      </ol>
    </div>
  );
};
