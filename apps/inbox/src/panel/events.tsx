import type { ContactEvent } from '@parley/client';
import { Link } from '@parley/ui';
import type { VNode } from 'preact';
import { current, fullTime, say, shortTime } from '../core';
import { useAnswer } from '../ui';
import { showValue } from './contact-fields';
import { Answered } from './section';

const SHOWN = 30;
const PAGE_VIEW = 'pageView';

/** The address of a page that was visited. */
const readPage = (data: unknown): string | undefined => {
  const { page, url } = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  const address = page ?? url ?? data;
  return typeof address === 'string' ? address : undefined;
};

const Event = ({ event: { name, date, data } }: { event: ContactEvent }): VNode => {
  const page = name === PAGE_VIEW ? readPage(data) : undefined;
  const particulars = page === undefined && data !== undefined && data !== null ? showValue(data) : '';
  return (
    <li>
      <span class="name" dir="auto" title={particulars}>
        {page === undefined ? `${name} ${particulars}` : <Link href={page}>{page}</Link>}
      </span>
      <time class="quiet" dateTime={date} title={fullTime(date)}>
        {shortTime(date)}
      </time>
    </li>
  );
};

/** Events of a contact and the pages that it visited; the latest first. */
export const Events = ({ contactId }: { contactId: string }): VNode => (
  <Answered
    answer={useAnswer(async () => current().parley.sessions.events(contactId, { limit: SHOWN }), contactId)}
    empty={say('panel.events.none')}
  >
    {(events) => (
      <ul class="events">
        {events.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </ul>
    )}
  </Answered>
);
