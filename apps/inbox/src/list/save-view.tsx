import type { View } from '@parley/client';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import {
  current,
  explain,
  members,
  toName,
  readViews,
  say,
  teams,
  type TextKey,
  type TicketView,
} from '../core';
import { Asking, Field } from '../ui';
import { OPEN, readAll, readFilter, type ViewFilter, writeFilter } from './view-filter';

interface Option {
  value: string;
  label: string;
}

const Choose = ({
  label,
  name,
  value,
  options,
}: {
  label: string;
  name: string;
  value: string;
  options: readonly Option[];
}): VNode => {
  const id = useId();
  const isKnown = options.some((option) => option.value === value);
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name}>
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
        {!isKnown && (
          <option value={value} selected>
            {value.includes(',') ? say('save-view.several', { count: value.split(',').length }) : value}
          </option>
        )}
      </select>
    </p>
  );
};

const Check = ({
  label,
  name,
  isChecked,
  isDisabled = false,
}: {
  label: string;
  name: string;
  isChecked: boolean;
  isDisabled?: boolean;
}): VNode => (
  <label class="tick">
    <input type="checkbox" name={name} defaultChecked={isChecked} disabled={isDisabled} />
    {label}
  </label>
);

const any = (): Option => ({ value: '', label: say('save-view.any') });
const none = (): Option => ({ value: 'null', label: say('save-view.none') });
const named = (prefix: string, values: readonly string[]): Option[] => [
  any(),
  ...values.map((value) => ({ value, label: say(`${prefix}.${value}` as TextKey) })),
];

const listStates = (): Option[] => [
  any(),
  { value: OPEN, label: say('state.open') },
  ...named('state', ['OPEN', 'INPROGRESS', 'SNOOZED', 'DONE']).slice(1),
];
const listPeople = (): Option[] => [
  any(),
  none(),
  ...members.value.map((member) => ({ value: member.id, label: toName(member) })),
];
const listTeams = (): Option[] => [
  any(),
  none(),
  ...teams.value.map(({ id: value, name: label }) => ({ value, label })),
];
const sorts = ['-lastActivity', 'lastActivity', '-createdAt', 'createdAt', '-priority', 'slaDueAt'] as const;

const Filters = ({ filter, sort }: { filter: ViewFilter; sort: string }): VNode => (
  <div class="columns">
    <Choose name="status" label={say('save-view.status')} value={filter.status} options={listStates()} />
    <Choose
      name="processingUser"
      label={say('save-view.assignee')}
      value={filter.processingUser}
      options={listPeople()}
    />
    <Choose
      name="processingTeam"
      label={say('save-view.team')}
      value={filter.processingTeam}
      options={listTeams()}
    />
    <Choose
      name="priority"
      label={say('action.priority')}
      value={filter.priority}
      options={named('priority', ['HIGH', 'MEDIUM', 'LOW'])}
    />
    <Choose
      name="type"
      label={say('save-view.type')}
      value={filter.type}
      options={named('type', ['INQUIRY', 'BUG', 'FEATURE_REQUEST', 'CRASH', 'SURVEY', 'BOT'])}
    />
    <Choose
      name="channel"
      label={say('save-view.channel')}
      value={filter.channel}
      options={named('channel', ['EMAIL', 'WIDGET'])}
    />
    <Field
      name="tags"
      label={say('action.tags')}
      help={say('save-view.tags.help')}
      defaultValue={filter.tags}
    />
    <Choose
      name="sort"
      label={say('list.order')}
      value={sort}
      options={sorts.map((value) => ({ value, label: say(`sort.${value}` as TextKey) }))}
    />
  </div>
);

const store = async (view: TicketView, isNew: boolean, form: FormData): Promise<View> => {
  const read = (name: string): string => String(form.get(name) ?? '');
  const filter = writeFilter(readAll(view), {
    status: read('status'),
    processingUser: read('processingUser'),
    processingTeam: read('processingTeam'),
    tags: read('tags'),
    type: read('type'),
    priority: read('priority'),
    channel: read('channel'),
    unread: form.has('unread'),
  });
  const body = { name: read('name').trim(), filter, sort: read('sort'), shared: form.has('shared') };
  const { views } = current().parley;
  const saved = await (isNew ? views.create(body) : views.update(view.key, body));
  await readViews();
  return saved;
};

/** The form of a saved view: a new one with the filters of the open one, or the open one itself. */
export const SaveView = ({
  view,
  isNew,
  done,
  close,
}: {
  view: TicketView;
  isNew: boolean;
  /** Called with the id of the stored view. */
  done: (id: string) => void;
  close: () => void;
}): VNode => {
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const filter = readFilter(view);
  const submit = (form: HTMLFormElement): void => {
    if (isBusy) return;
    setBusy(true);
    store(view, isNew, new FormData(form))
      .then(({ id }) => done(id))
      .catch((error: unknown) => setMessage(explain(error)))
      .finally(() => setBusy(false));
  };
  return (
    <Asking
      label={say('save-view')}
      button={say('save-view.submit')}
      message={message}
      isBusy={isBusy}
      submit={submit}
      close={close}
    >
      <Field
        name="name"
        label={say('save-view.name')}
        defaultValue={isNew ? '' : (view.name ?? '')}
        maxLength={128}
        required
        autofocus
      />
      <Filters filter={filter} sort={view.saved?.sort ?? '-lastActivity'} />
      <Check name="unread" label={say('save-view.unread')} isChecked={filter.unread} />
      <Check
        name="shared"
        label={say('save-view.shared')}
        isChecked={!isNew && view.saved?.shared === true}
        isDisabled={!current().permissions.has('TICKET_UPDATE')}
      />
    </Asking>
  );
};
