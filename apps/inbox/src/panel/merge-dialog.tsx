import type { Ticket } from '@parley/client';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { current, explain, learn, toName, pathTo, refreshList, say, toast } from '../core';
import { Dialog } from '../ui';
import { findTickets } from './find-tickets';

const SHOWN = 8;

const nameTicket = ({ bugId, title = '' }: Ticket): string => `#${bugId} ${title}`;

/** Tickets found by number or words, of which one is chosen. */
const Found = ({
  found,
  chosen,
  choose,
}: {
  found: readonly Ticket[];
  chosen: Ticket | undefined;
  choose: (ticket: Ticket) => void;
}): VNode => {
  const name = useId();
  return (
    <ul class="plain-list">
      {found.map((one) => (
        <li key={one.id}>
          <label>
            <input type="radio" name={name} checked={chosen?.id === one.id} onChange={() => choose(one)} />{' '}
            <span dir="auto">
              {nameTicket(one)} · {toName(one.session) || say('contact.unknown')}
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
};

/** Merges the open ticket into another one, after it said what happens then. */
export const MergeDialog = ({
  ticket,
  view,
  close,
}: {
  ticket: Ticket;
  view: string;
  close: () => void;
}): VNode => {
  const { route } = useLocation();
  const [found, setFound] = useState<readonly Ticket[]>();
  const [main, setMain] = useState<Ticket>();
  const [failure, setFailure] = useState('');
  const find = async (typed: string): Promise<void> => {
    setMain(undefined);
    const all = await findTickets(typed);
    setFound(all.filter(({ id }) => id !== ticket.id).slice(0, SHOWN));
  };
  const merge = async (target: Ticket): Promise<void> => {
    const merged = await current().parley.tickets.merge({
      ticketsToMergeIds: [ticket.id],
      targetTicketId: target.id,
    });
    learn([merged]);
    refreshList();
    close();
    toast(say('merge.done', { number: merged.bugId }));
    route(pathTo(view, merged.id));
  };
  const explained = (run: Promise<void>): void =>
    void run.catch((error: unknown) => setFailure(explain(error)));
  return (
    <Dialog label={say('merge.title')} close={close}>
      <h2>{say('merge.title')}</h2>
      <form
        class="line"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          setFailure('');
          explained(find(String(new FormData(event.currentTarget).get('words'))));
        }}
      >
        <input
          class="filter"
          name="words"
          autocomplete="off"
          aria-label={say('merge.find')}
          placeholder={say('merge.find')}
        />
        <button type="submit" class="plain">
          {say('merge.search')}
        </button>
      </form>
      {found?.length === 0 && <p class="hint">{say('merge.none')}</p>}
      {found && <Found found={found} chosen={main} choose={setMain} />}
      {main && <p role="note">{say('merge.what', { from: nameTicket(ticket), into: nameTicket(main) })}</p>}
      <p class="warning" role="alert">
        {failure}
      </p>
      <p class="buttons">
        <button type="button" class="main" disabled={!main} onClick={() => main && explained(merge(main))}>
          {say('merge')}
        </button>
        <button type="button" class="plain" onClick={close}>
          {say('panel.cancel')}
        </button>
      </p>
    </Dialog>
  );
};
