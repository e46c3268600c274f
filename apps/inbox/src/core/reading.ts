import { effect, signal } from '@preact/signals';
import { refreshCounts, refreshList, refreshOpen } from './live';
import { readDrafted } from './drafted';
import { current } from './session';
import { change, reread } from './tickets';
import { notifyWindows, onWindow } from './windows';

/** Whether the person can see the page. */
export const isInView = signal(!document.hidden);
document.addEventListener('visibilitychange', () => void (isInView.value = !document.hidden));

/** Marks a ticket as read or unread for this person, in all windows. */
export const setRead = async (id: string, read: boolean): Promise<void> => {
  const make = () => current().parley.tickets.read(id, { read });
  if (await change(id, { unreadForMe: !read }, make)) notifyWindows({ kind: 'read', ticketId: id });
};

onWindow('read', (ticketId) => {
  reread(ticketId);
  refreshCounts();
});

/** Reads what other browsers of this person changed, whenever the page shows again: no event is about one person alone. */
export const readAtReturn = (): void => {
  let wasInView = isInView.peek();
  effect(() => {
    const hasReturned = isInView.value && !wasInView;
    wasInView = isInView.value;
    if (!hasReturned) return;
    refreshList();
    refreshCounts();
    refreshOpen();
    // The next return reads them.
    readDrafted().catch(() => undefined);
  });
};
