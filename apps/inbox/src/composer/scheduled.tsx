import type { ScheduledReply } from '@parley/client';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { current, fullTime, onHappening, say, tellFailure } from '../core';
import { schedulings } from './send';

const readPending = async (ticketId: string): Promise<ScheduledReply[]> =>
  (await current().parley.tickets.listScheduledReplies(ticketId)).filter(
    ({ status }) => status === 'pending',
  );

/** Replies that are sent later: each can be cancelled. */
export const Scheduled = ({ ticketId }: { ticketId: string }): VNode | null => {
  const [replies, setReplies] = useState<readonly ScheduledReply[]>([]);
  const isWaiting = replies.length > 0;
  useEffect(() => {
    const read = (): void => void readPending(ticketId).then(setReplies).catch(tellFailure);
    read();
    return onHappening((happening) => {
      if (happening.ticketId === ticketId && happening.name === 'message.created' && isWaiting) read();
    });
  }, [ticketId, isWaiting, schedulings.value]);
  const cancel = (id: string): void => {
    const { tickets } = current().parley;
    tickets
      .cancelScheduledReply(ticketId, id)
      .then(() => setReplies((all) => all.filter((one) => one.id !== id)))
      .catch(tellFailure);
  };
  if (!isWaiting) return null;
  return (
    <ul class="scheduled" aria-label={say('scheduled')}>
      {replies.map(({ id, fireAt }) => (
        <li key={id}>
          {say('scheduled.at', { time: fullTime(fireAt) })}
          <button type="button" class="link" onClick={() => cancel(id)}>
            {say('scheduled.cancel')}
          </button>
        </li>
      ))}
    </ul>
  );
};
