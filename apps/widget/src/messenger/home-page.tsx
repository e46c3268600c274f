import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { type Conversation, readConversations } from '../core';
import { News } from './news';
import type { Parts } from './parts';
import { SearchForm } from './search-form';

const chooseTitle = ({ title, lastMessage }: Conversation, fallback: string): string =>
  title || lastMessage?.plainText || fallback;

const Row = ({
  conversation,
  app,
  say,
}: Pick<Parts, 'app' | 'say'> & { conversation: Conversation }): VNode => {
  const { id, unreadCount, lastMessage, status, resolved } = conversation;
  return (
    <li>
      <button type="button" class="row" onClick={() => app.store.set({ view: { name: 'conversation', id } })}>
        <strong>{chooseTitle(conversation, say('conversation'))}</strong>
        {lastMessage?.plainText && <span class="quiet line">{lastMessage.plainText}</span>}
        {status === 'closed' && <span class="quiet line">{say('conversation.closed')}</span>}
        {status === 'open' && resolved && <span class="quiet line">{say('resolved')}</span>}
        {unreadCount > 0 && <span class="pill">{say('unread', { count: unreadCount })}</span>}
      </button>
    </li>
  );
};

/** Where the widget opens: a search, a way to write, and the latest conversations. */
export const HomePage = ({ app, say }: Parts): VNode => {
  const { store, sound } = app;
  const { conversations, hasSound, texts } = store.get();
  useEffect(() => {
    // The former list shows until then.
    readConversations(app).catch(() => undefined);
  }, []);
  return (
    <div class="page">
      {texts?.project?.hasHelpcenter !== false && <SearchForm app={app} say={say} term="" />}
      <button type="button" class="main" onClick={() => store.set({ view: { name: 'conversation' } })}>
        {say('conversation.new')}
      </button>
      <h3>{say('conversations')}</h3>
      {conversations?.length === 0 && <p class="quiet">{say('conversations.none')}</p>}
      <ul class="list">
        {conversations?.map((conversation) => (
          <Row key={conversation.id} {...{ conversation, app, say }} />
        ))}
      </ul>
      <News app={app} say={say} />
      <button type="button" class="plain" aria-pressed={hasSound} onClick={() => sound.toggle()}>
        {say(hasSound ? 'sound.off' : 'sound.on')}
      </button>
    </div>
  );
};
