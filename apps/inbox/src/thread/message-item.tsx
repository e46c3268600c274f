import type { Message } from '@parley/client';
import { Avatar, Link, Picture, Rich, type RichNode } from '@parley/ui';
import type { VNode } from 'preact';
import { memo } from 'preact/compat';
import { useState } from 'preact/hooks';
import { fullTime, toName, say, shortTime } from '../core';
import { Delivery } from './delivery';
import { EditMessage, MessageTools } from './message-tools';
import { isOwn } from './own-message';
import { Quoted } from './quoted';
import { Reactions } from './reactions';
import { type Translating, Translation, useTranslation } from './translation';

/** Who wrote it: it decides how a message looks. */
const findKind = ({ isNote, bot, user, session }: Message): 'note' | 'bot' | 'team' | 'contact' => {
  if (isNote) return 'note';
  if (bot) return 'bot';
  return session && !user ? 'contact' : 'team';
};

const nameAuthor = (message: Message, contact: string): string => {
  const { user, session, fallbackUser, bot } = message;
  if (user) return toName(user) || say('message.team');
  if (session) return session.name || contact;
  const named = fallbackUser?.username;
  return typeof named === 'string' && named !== '' ? named : say(bot ? 'message.bot' : 'message.team');
};

const Files = ({ attachments }: Pick<Message, 'attachments'>): VNode | null =>
  attachments.length === 0 ? null : (
    <ul class="files">
      {attachments.map(({ name, url, type = '' }) => (
        <li key={url}>
          {type.startsWith('image/') ? (
            <Picture src={url} name={name} root={location.origin} say={say} />
          ) : (
            <Link href={url}>{name}</Link>
          )}
        </li>
      ))}
    </ul>
  );

/** Whether the contact has read the team's latest reply; undefined for every other message. */
export type Receipt = 'read' | 'unread' | undefined;

const By = ({
  message,
  author,
  isRead,
  edit,
  translating,
}: {
  message: Message;
  author: string;
  isRead: boolean;
  edit: () => void;
  translating: Translating;
}): VNode => {
  const { createdAt, editedAt, isNote, bot, user, session, delivery } = message;
  return (
    <p class="by">
      <Avatar name={author} src={user?.profileImageUrl ?? session?.avatar} root={location.origin} />
      <strong dir="auto">{author}</strong>
      {isNote && <span class="badge">{say('message.note')}</span>}
      {bot && !isNote && <span class="badge">{say('message.bot')}</span>}
      <time dateTime={createdAt} title={fullTime(createdAt)}>
        {shortTime(createdAt)}
      </time>
      {editedAt !== undefined && (
        <span class="edited" title={fullTime(editedAt)}>
          {say('message.edited')}
        </span>
      )}
      <Delivery delivery={delivery} />
      <MessageTools message={message} isRead={isRead} edit={edit} translating={translating} />
    </p>
  );
};

const Body = ({ message: { comment, plainContent = '' } }: { message: Message }): VNode => (
  <div class="body" dir="auto">
    {comment ? (
      <Rich node={comment as RichNode} root={location.origin} say={say} />
    ) : (
      <p class="plain">{plainContent}</p>
    )}
  </div>
);

/** Something that was said. */
export const MessageItem = memo(
  ({ message, contact, receipt }: { message: Message; contact: string; receipt?: Receipt }): VNode => {
    const [isEdited, setEdited] = useState(false);
    const author = nameAuthor(message, contact);
    const translating = useTranslation(message);
    const { shown, showOriginal } = translating;
    const { createdAt, comment, plainContent = '', suspicious, attachments } = message;
    return (
      <article
        class={`message ${findKind(message)} ${isOwn(message) ? 'own' : ''}`}
        aria-label={`${author}, ${fullTime(createdAt)}`}
        id={`m-${message.id}`}
      >
        <By
          message={message}
          author={author}
          isRead={receipt === 'read'}
          edit={() => setEdited(true)}
          translating={translating}
        />
        {suspicious && (
          <p class="warning" role="note">
            {say('message.suspicious')}
          </p>
        )}
        {isEdited && <EditMessage message={message} close={() => setEdited(false)} />}
        {!isEdited && shown && <Translation answer={shown} showOriginal={showOriginal} />}
        {!isEdited && !shown && (comment || plainContent !== '') && <Body message={message} />}
        <Quoted message={message} />
        <Files attachments={attachments} />
        <Reactions message={message} />
        {receipt !== undefined && <p class="receipt">{say(`receipt.${receipt}`)}</p>}
      </article>
    );
  },
);
