import type { TicketView } from '../core';
import { type Lane, toLane } from './lane';

/** The filters of a saved view that the form shows; empty ones do not filter. Several values have commas between them. */
export interface ViewFilter {
  status: string;
  processingUser: string;
  processingTeam: string;
  tags: string;
  type: string;
  priority: string;
  channel: string;
  unread: boolean;
}

/** Neither done nor asleep, as the view of all open tickets has it. */
export const OPEN = '!DONE,SNOOZED';

const toText = (value: unknown): string =>
  value === undefined ? '' : Array.isArray(value) ? value.join(',') : String(value);

/** All filters of a view, by the names that lists take. */
export const readAll = ({ saved, query }: TicketView): Lane =>
  saved ? (saved.filter ?? {}) : toLane(query());

/** The filters of a view that the form shows. */
export const readFilter = (view: TicketView): ViewFilter => {
  const all = readAll(view);
  const others = all['status!='];
  return {
    status: others === undefined ? toText(all['status']) : `!${toText(others)}`,
    processingUser: toText(all['processingUser']),
    processingTeam: toText(all['processingTeam']),
    tags: toText(all['tags']),
    type: toText(all['type']),
    priority: toText(all['priority']),
    channel: toText(all['channel.type']),
    unread: all['unreadForMe'] === true || all['unreadForMe'] === 'true',
  };
};

/** A view's filters with those of the form. The ones that the form does not show stay. */
export const writeFilter = (before: Lane, { status, channel, unread, tags, ...plain }: ViewFilter): Lane => {
  const shown: Lane = {
    ...plain,
    tags: tags
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '')
      .join(','),
    ...(status.startsWith('!') ? { 'status!=': status.slice(1) } : { status }),
    'channel.type': channel,
    unreadForMe: unread || '',
  };
  const replaced = new Set(['status', 'status!=', ...Object.keys(shown)]);
  const kept = Object.entries(before).filter(([name]) => !replaced.has(name));
  return Object.fromEntries([...kept, ...Object.entries(shown).filter(([, value]) => value !== '')]);
};
