import { type VNode } from 'preact';
import { type Attachment, type Message } from '../core/documents';
import { type Outgoing } from '../core/state';
import { type Say } from '../core/texts';
import { Rich, safeHref } from '../ui/rich-text';
import { type Outbox } from './outbox';

const Files = ({ attachments }: { attachments: readonly Attachment[] }): VNode | null =>
  attachments.length === 0 ? null : (
    <ul class="files">
      {attachments.map(({ name, url }, index) => (
        <li key={index}>
          <a href={safeHref(url)} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );

/** A message that the platform has. */
export const MessageItem = ({ message, say }: { message: Message; say: Say }): VNode => {
  const { author, content, plainText, attachments } = message;
  const isOwn = author?.type === 'contact';
  return (
    <li class={isOwn ? 'own' : ''} dir="auto">
      <b>{isOwn ? say('message.you') : (author?.name ?? say('message.team'))}</b>
      {content ? <Rich node={content} /> : <p>{plainText}</p>}
      <Files attachments={attachments} />
    </li>
  );
};

/** A message that is on its way, or that the platform refused. */
export const OutgoingItem = ({ one, say, outbox }: { one: Outgoing; say: Say; outbox: Outbox }): VNode => {
  const { mutationId, text, attachments, refusal } = one;
  return (
    <li class="own waiting" dir="auto">
      <b>{say('message.you')}</b>
      <p>{text}</p>
      <Files attachments={attachments} />
      {refusal === undefined ? (
        <span class="quiet">{say('message.waiting')}</span>
      ) : (
        <span role="alert">
          {say('message.failed', { why: refusal })}{' '}
          <button type="button" class="plain" onClick={() => outbox.retry(mutationId)}>
            {say('tryAgain')}
          </button>
          <button type="button" class="plain" onClick={() => outbox.discard(mutationId)}>
            {say('message.discard')}
          </button>
        </span>
      )}
    </li>
  );
};
