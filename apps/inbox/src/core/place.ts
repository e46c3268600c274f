/** The content of the page, read from its address. */
export type Place =
  | { page: 'tickets'; view: string; ticketId: string | undefined }
  | { page: 'settings'; section: string }
  | { page: 'figures' };

/** Where the page begins. */
export const START = '/inbox/mine';

/** Reads the path: `/inbox/<view>/<ticket>`, `/inbox/settings/<section>` or `/inbox/figures`. Mails link to `/inbox/t/<ticket>`. */
export const readPlace = (path: string): Place => {
  const [view = '', detail] = path
    .replace(/^\/inbox\/?/, '')
    .split('/')
    .filter(Boolean);
  if (view === 'settings') return { page: 'settings', section: detail ?? '' };
  if (view === 'figures') return { page: 'figures' };
  return { page: 'tickets', view: view === '' ? 'mine' : view === 't' ? 'all' : view, ticketId: detail };
};

/** The address of a view, with a ticket open in it. */
export const pathTo = (view: string, ticketId?: string): string =>
  ['/inbox', view, ...(ticketId === undefined ? [] : [ticketId])].join('/');
