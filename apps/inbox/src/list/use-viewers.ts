import { signal } from '@preact/signals';
import type { TicketViewer } from '@parley/client';
import { useEffect } from 'preact/hooks';
import { current, list } from '../core';

/** Others who have a ticket open, by the tickets in sight. */
export const watchers = signal<Readonly<Record<string, readonly TicketViewer[]>>>({});

const EVERY_MS = 10_000;
/** The rows have to stay in sight so long. */
const SETTLED_MS = 600;

const readViewers = async (ids: readonly string[]): Promise<void> => {
  const { parley, user } = current();
  const { viewers } = await parley.tickets.viewers({ 'ticketIds[]': [...ids] }, { retries: 0 });
  watchers.value = Object.fromEntries(
    viewers.map(({ ticketId, users }) => [ticketId, users.filter(({ id }) => id !== user.id)]),
  );
};

/** Reads who has the tickets of these rows open, again and again while the page is visible. */
export const useViewers = (from: number, to: number): void => {
  const ids = list.value.ids.slice(from, to + 1).filter((id) => id !== undefined);
  const key = ids.join();
  useEffect(() => {
    if (key === '') return undefined;
    const ask = (): void => {
      // A lost answer is followed by the next one.
      if (!document.hidden) void readViewers(ids).catch(() => undefined);
    };
    const first = setTimeout(ask, SETTLED_MS);
    const timer = setInterval(ask, EVERY_MS);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [key]);
};
