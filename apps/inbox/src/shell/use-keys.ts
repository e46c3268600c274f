import { useLayoutEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { tinykeys } from 'tinykeys';
import { assignTo, close, openMenu, reopen, setUnread } from '../actions';
import { overlay, showOverlay } from '../commands';
import { focusComposer } from '../composer';
import { current, idAt, list, pathTo, type Place, tellFailure, findTicket } from '../core';
import {
  bulkMenu,
  findActive,
  focusSearch,
  isAnyMarked,
  leaveSearch,
  markOnly,
  searchText,
  stepActive,
  toggleMark,
} from '../list';

type Keys = Readonly<Record<string, () => unknown>>;
type Route = (path: string) => void;
type Tickets = Extract<Place, { page: 'tickets' }>;

/** Whether the key is part of a text. */
const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type=checkbox])') ||
    target.closest('dialog, .popover') !== null);

/** Whether Enter already has a meaning for the element with the focus. */
const isControl = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('a, button, input, summary, [role=option]') !== null;

/** Makes a key do something, unless it is part of a text or another key's modifier. */
const unlessTyping =
  (run: () => unknown) =>
  (event: KeyboardEvent): void => {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    // A dialog that is still being loaded has the keys already.
    if (overlay.peek() !== undefined) return;
    event.preventDefault();
    Promise.resolve(run()).catch(tellFailure);
  };

/** The ticket that keys are about: the open one, else that of the active row. */
const findTicketId = ({ ticketId }: Tickets): string | undefined =>
  ticketId ?? list.value.ids[findActive()] ?? undefined;

const listKeys = (place: Tickets, route: Route): Keys => {
  const { view, ticketId } = place;
  const step = (by: number) => async (): Promise<void> => {
    const next = await stepActive(by);
    if (ticketId !== undefined && next !== undefined) route(pathTo(view, next));
  };
  // The rows are away while results show.
  const onRows = (run: () => Promise<void>) => async (): Promise<void> => {
    if (searchText.value === '') await run();
  };
  return {
    j: onRows(step(1)),
    k: onRows(step(-1)),
    x: onRows(async () => {
      const id = await idAt(findActive());
      if (id !== undefined) toggleMark(id);
    }),
    '/': focusSearch,
    'Shift+/': focusSearch,
  };
};

const ticketKeys = (place: Tickets, route: Route): Keys => {
  const { view, ticketId } = place;
  const withTicket = (run: (id: string) => unknown) => (): unknown => {
    const id = findTicketId(place);
    return id !== undefined && findTicket(id).peek() ? run(id) : undefined;
  };
  const open = (run: () => void) => (): void => {
    if (ticketId !== undefined && findTicket(ticketId).peek()) run();
  };
  // Without an open ticket these are about the marked ones.
  const menu = (name: 'assign' | 'tags' | 'snooze') => (): void => {
    if (ticketId !== undefined) openMenu.value = name;
    else if (isAnyMarked()) bulkMenu.value = name;
  };
  return {
    r: open(() => focusComposer(false)),
    n: open(() => focusComposer(true)),
    a: menu('assign'),
    t: menu('tags'),
    s: menu('snooze'),
    i: withTicket((id) => assignTo(id, `user:${current().user.id}`)),
    e: withTicket((id) => (findTicket(id).peek()?.status === 'DONE' ? reopen(id) : close(id))),
    u: withTicket((id) => {
      // An open ticket counts as read.
      if (ticketId !== undefined) route(pathTo(view));
      return setUnread(id);
    }),
  };
};

/** Leaves, one step a time: a field, the search, the ticket, the marks. */
const leave = ({ view, ticketId }: Tickets, route: Route, event: KeyboardEvent): void => {
  if (event.defaultPrevented || openMenu.peek() !== undefined || bulkMenu.peek() !== undefined) return;
  const { activeElement } = document;
  if (isTyping(event) && activeElement instanceof HTMLElement) activeElement.blur();
  else if (ticketId !== undefined) route(pathTo(view));
  else if (isAnyMarked()) markOnly();
  else leaveSearch();
};

const openActive = async ({ view, ticketId }: Tickets, route: Route): Promise<void> => {
  const at = findActive();
  if (at < 0 || ticketId !== undefined || searchText.value !== '') return;
  const id = await idAt(at);
  if (id !== undefined) route(pathTo(view, id));
};

/** The keys of the inbox. Only those with Ctrl, and Escape, work in fields. */
export const useKeys = (place: Place): void => {
  const { route } = useLocation();
  const key = JSON.stringify(place);
  // After the paint, a key that follows at once would be about the former place.
  useLayoutEffect(() => {
    const help = (): void => showOverlay('keys');
    const keys: Keys = {
      '?': help,
      'Shift+?': help,
      ...(place.page === 'tickets' && { ...listKeys(place, route), ...ticketKeys(place, route) }),
    };
    const bound = Object.entries(keys).map(([name, run]) => [name, unlessTyping(run)] as const);
    const commands = (event: KeyboardEvent): void => {
      event.preventDefault();
      showOverlay('commands');
    };
    const enter = (event: KeyboardEvent): void => {
      if (place.page !== 'tickets' || isTyping(event) || isControl(event)) return;
      event.preventDefault();
      openActive(place, route).catch(tellFailure);
    };
    const escape = (event: KeyboardEvent): void => {
      if (place.page === 'tickets') leave(place, route, event);
    };
    return tinykeys(
      window,
      {
        ...Object.fromEntries(bound),
        'Control+k': commands,
        'Meta+k': commands,
        Enter: enter,
        Escape: escape,
      },
      // Fields are left to the keys themselves; held down, only those that move do something again.
      { ignore: ({ isComposing, repeat, key: name }) => isComposing || (repeat && !/^[jk]$/.test(name)) },
    );
  }, [key]);
};
