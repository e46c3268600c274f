import type { Ticket } from '@parley/client';
import type { ComponentChildren, VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { list, toName, pathTo, readPlace, say, findTicket, update } from '../core';
import { type Choice, Icon, Picker } from '../ui';
import { listAssignees } from './assignees';
import { assignTo, close, reopen, run, snooze } from './changes';
import { type ActionMenu, openMenu } from './menu';
import { TimePicker } from './time-picker';

/** What each menu has in common. */
const Menu = ({
  name,
  children,
  ...rest
}: {
  name: Exclude<ActionMenu, 'snooze'>;
  children: ComponentChildren;
  choices: readonly Choice[];
  pick: (id: string) => void;
  description?: string;
  stays?: boolean;
  create?: (typed: string) => string;
}): VNode => (
  <Picker
    label={say(`action.${name}`)}
    filter={say(`action.${name}.filter`)}
    isOpen={openMenu.value === name}
    setOpen={(isOpen) => void (openMenu.value = isOpen ? name : undefined)}
    {...rest}
  >
    {children}
  </Picker>
);

const Assign = ({ ticket: { id, processingUser, processingTeam } }: { ticket: Ticket }): VNode => {
  const chosen = [
    processingUser && `user:${processingUser.id}`,
    processingTeam && `team:${processingTeam.id}`,
  ].filter((one) => one !== undefined);
  const choices = listAssignees().map((choice) => ({
    ...choice,
    isChosen: chosen.length > 0 ? chosen.includes(choice.id) : choice.id === 'nobody',
  }));
  const assignee = toName(processingUser) || processingTeam?.name || say('unassigned');
  return (
    <Menu name="assign" choices={choices} description={assignee} pick={(to) => void assignTo(id, to)}>
      <Icon name="person" />
    </Menu>
  );
};

const Snooze = ({ ticket: { id } }: { ticket: Ticket }): VNode => (
  <TimePicker
    label={say('action.snooze')}
    isOpen={openMenu.value === 'snooze'}
    setOpen={(isOpen) => void (openMenu.value = isOpen ? 'snooze' : undefined)}
    pick={(at) => void snooze(id, at)}
  >
    <Icon name="snoozed" />
  </TimePicker>
);

/** Tags that tickets of the list have: the ones in use. */
const usedTags = (): string[] => {
  const tags = list.value.ids.flatMap((id) => (id === undefined ? [] : (findTicket(id).peek()?.tags ?? [])));
  return [...new Set(tags)].sort((a, b) => a.localeCompare(b));
};

const Tags = ({ ticket: { id, tags } }: { ticket: Ticket }): VNode => {
  const choices = [...new Set([...tags, ...usedTags()])].map((tag) => ({
    id: tag,
    label: tag,
    isChosen: tags.includes(tag),
  }));
  const pick = (tag: string): void => {
    const next = tags.includes(tag) ? tags.filter((one) => one !== tag) : [...tags, tag];
    void update(id, { tags: next }, { tags: next });
  };
  return (
    <Menu
      name="tags"
      choices={choices}
      pick={pick}
      stays
      description={tags.join(', ')}
      create={(typed) => say('tags.new', { tag: typed })}
    >
      <Icon name="tag" />
    </Menu>
  );
};

const priorities = ['HIGH', 'MEDIUM', 'LOW'] as const;

const Priority = ({ ticket: { id, priority } }: { ticket: Ticket }): VNode => (
  <Menu
    name="priority"
    choices={priorities.map((one) => ({
      id: one,
      label: say(`priority.${one}`),
      isChosen: one === priority,
    }))}
    description={say(`priority.${priority as 'LOW'}`)}
    pick={(one) => void update(id, { priority: one as 'LOW' }, { priority: one })}
  >
    <Icon name="priority" />
  </Menu>
);

const More = ({ ticket }: { ticket: Ticket }): VNode => {
  const choices = [
    { id: 'unread', label: say('more.unread') },
    ticket.isSpam ? { id: 'not-spam', label: say('more.not-spam') } : { id: 'spam', label: say('more.spam') },
    ticket.archived
      ? { id: 'unarchive', label: say('more.unarchive') }
      : { id: 'archive', label: say('more.archive') },
  ];
  const { path, route } = useLocation();
  const pick = (action: string): void => {
    const place = readPlace(path);
    // An open ticket counts as read.
    if (action === 'unread' && place.page === 'tickets') route(pathTo(place.view));
    run(ticket, action);
  };
  return (
    <Menu name="more" choices={choices} pick={pick}>
      <Icon name="more" />
    </Menu>
  );
};

/** What can be decided about the open ticket. */
export const Actions = ({ ticket }: { ticket: Ticket }): VNode => {
  const isOpen = ticket.status !== 'DONE' && ticket.status !== 'SNOOZED';
  return (
    <div class="actions" role="toolbar" aria-label={say('actions')}>
      <Assign ticket={ticket} />
      <Snooze ticket={ticket} />
      <Tags ticket={ticket} />
      <Priority ticket={ticket} />
      <More ticket={ticket} />
      <button type="button" class="main" onClick={() => void (isOpen ? close(ticket.id) : reopen(ticket.id))}>
        {say(isOpen ? 'action.close' : 'action.reopen')}
      </button>
    </div>
  );
};
