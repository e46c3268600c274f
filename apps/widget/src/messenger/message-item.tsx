import type { VNode } from 'preact';
import { type Attachment, type Message, type Outgoing, findDirection } from '../core';
import { Avatar, Link, Linked, Picture, Rich } from '../ui';
import { hasPreview, LinkPreview } from './link-preview';
import type { Parts } from './parts';
import { Time } from './time';

type ItemParts = Pick<Parts, 'app' | 'say'>;

const Files = ({
  attachments,
  root,
  say,
}: Pick<Parts, 'say'> & { attachments: readonly Attachment[]; root: string }): VNode | null =>
  attachments.length === 0 ? null : (
    <ul class="files">
      {attachments.map(({ name, url, type = '' }, index) => (
        <li key={index}>
          {type.startsWith('image/') ? (
            <Picture src={url} name={name} root={root} say={say} />
          ) : (
            <Link href={url}>{name}</Link>
          )}
        </li>
      ))}
    </ul>
  );

/** A message that the platform has, with a receipt when there is one. */
export const MessageItem = ({
  message,
  app,
  say,
  receipt,
}: ItemParts & { message: Message; receipt?: string | undefined }): VNode => {
  const { author, content, plainText = '', attachments, createdAt } = message;
  const { root, store } = app;
  const isOwn = author?.type === 'contact';
  const name = isOwn ? say('message.you') : (author?.name ?? say('message.team'));
  return (
    <li class={isOwn ? 'own' : ''} dir="auto">
      {/* With a direction of its own, the name does not decide that of the text. */}
      <b dir={findDirection(store.get().texts?.language ?? '')}>
        {!isOwn && <Avatar name={name} src={author?.avatar} root={root} />}
        {name}
        <Time at={createdAt} app={app} />
      </b>
      {content ? (
        <Rich node={content} root={root} say={say} />
      ) : (
        <p>
          <Linked text={plainText} />
        </p>
      )}
      {hasPreview(app, message) && <LinkPreview app={app} message={message} />}
      <Files attachments={attachments} root={root} say={say} />
      {receipt !== undefined && <span class="quiet">{receipt}</span>}
    </li>
  );
};

/** A message that is on its way, or that the platform refused. */
export const OutgoingItem = ({
  one,
  app,
  say,
  outbox,
}: ItemParts & Pick<Parts, 'outbox'> & { one: Outgoing }): VNode => {
  const { mutationId, text, attachments, refusal } = one;
  return (
    <li class="own waiting" dir="auto">
      <b>{say('message.you')}</b>
      <p>
        <Linked text={text} />
      </p>
      <Files attachments={attachments} root={app.root} say={say} />
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
