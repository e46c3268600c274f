import type { VNode } from 'preact';
import { toName, say, shortTime } from '../core';
import { listNews, shown } from './news';

/** Characters of a message that are shown. */
const SHOWN = 600;

/** What others wrote while one's own reply was written, and the question whether it still fits. */
export const NewsNotice = ({ ticketId }: { ticketId: string }): VNode | null => {
  const { value: asked } = shown;
  if (asked?.ticketId !== ticketId) return null;
  const send = (): void => {
    // Seen with all that came since.
    shown.value = { ...asked, upTo: Infinity };
    asked.send();
  };
  return (
    <div class="news" role="alert">
      <p>{say('composer.news')}</p>
      <ul>
        {listNews(ticketId).map(
          ({ id, user, session, isNote, createdAt, plainContent = '', attachments }) => (
            <li key={id}>
              <strong dir="auto">{toName(user) || session?.name || say('contact.unknown')}</strong>
              {isNote && <span class="badge">{say('message.note')}</span>} <time>{shortTime(createdAt)}</time>
              <p dir="auto">
                {plainContent.slice(0, SHOWN) || attachments.map(({ name }) => name).join(', ')}
              </p>
            </li>
          ),
        )}
      </ul>
      <button type="button" class="plain" onClick={send}>
        {say('composer.send-anyway')}
      </button>
    </div>
  );
};
