import type { Ticket } from '@parley/client';
import type { VNode } from 'preact';
import { change, current, pathTo, say, toast } from '../core';
import { Icon, useAnswer } from '../ui';
import { findByNumber } from './find-tickets';

const MOST = 50;

/** The tickets that a ticket is linked with, and a field that links another by its number. */
export const LinkedTickets = ({
  ticket: { id, linkedTickets = [] },
  view,
  mayChange,
}: {
  ticket: Ticket;
  view: string;
  mayChange: boolean;
}): VNode => {
  const { tickets } = current().parley;
  const ask = async (): Promise<readonly Ticket[]> =>
    linkedTickets.length === 0
      ? []
      : (await tickets.list({ id: linkedTickets.slice(0, MOST), ignoreArchived: false, limit: MOST }))
          .tickets;
  const { value: linked = [] } = useAnswer(ask, linkedTickets.join());
  const link = async (typed: string): Promise<boolean> => {
    const other = await findByNumber(typed).catch(() => undefined);
    if (!other || other.id === id) {
      toast(say('link.unknown'), { isFailure: true });
      return false;
    }
    const shown = { linkedTickets: [...linkedTickets, other.id] };
    return change(id, shown, () => tickets.link(id, { targetTicketId: other.id }));
  };
  const unlink = (other: string): void => {
    const shown = { linkedTickets: linkedTickets.filter((one) => one !== other) };
    void change(id, shown, () => tickets.unlink(id, { targetTicketId: other }));
  };
  return (
    <>
      {linked.length > 0 && (
        <ul class="links" aria-label={say('link.list')}>
          {linked.map(({ id: other, bugId, title = '' }) => (
            <li key={other}>
              <a href={pathTo(view, other)}>
                <span class="name" dir="auto">
                  #{bugId} {title}
                </span>
              </a>
              {mayChange && (
                <button
                  type="button"
                  class="plain"
                  aria-label={say('link.remove', { number: bugId })}
                  onClick={() => unlink(other)}
                >
                  <Icon name="close" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && (
        <form
          class="line"
          onSubmit={(event) => {
            event.preventDefault();
            const form = event.currentTarget;
            void link(String(new FormData(form).get('number'))).then((isDone) => isDone && form.reset());
          }}
        >
          <input
            class="filter"
            name="number"
            inputMode="numeric"
            required
            autocomplete="off"
            aria-label={say('link.number')}
            placeholder={say('link.number')}
          />
          <button type="submit" class="plain">
            {say('link')}
          </button>
        </form>
      )}
    </>
  );
};
