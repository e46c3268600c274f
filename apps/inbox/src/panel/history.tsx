import type { Ticket, TicketHistoryEntry } from '@parley/client';
import type { VNode } from 'preact';
import { current, describeChange, fullTime, say, shortTime } from '../core';
import { useAnswer } from '../ui';
import { Answered } from './section';

const SHOWN = 50;

/** The latest changes of a ticket, each in one line. */
export const History = ({ ticket: { id, updatedAt = '' } }: { ticket: Ticket }): VNode => {
  const ask = async (): Promise<TicketHistoryEntry[]> =>
    current().parley.tickets.history(id, { sort: '-at', limit: SHOWN });
  return (
    <Answered answer={useAnswer(ask, `${id} ${updatedAt}`)} empty={say('history.none')}>
      {(entries) => (
        <ul class="events">
          {entries.map((entry, index) => (
            <li key={index}>
              <span class="name" dir="auto">
                {describeChange(entry) ?? entry.field}
              </span>
              <time class="quiet" dateTime={entry.at} title={fullTime(entry.at)}>
                {shortTime(entry.at)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Answered>
  );
};
