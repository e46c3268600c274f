import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { listAssignees, TimePicker } from '../actions';
import { list, say, findTicket } from '../core';
import { type Choice, Dialog, Picker } from '../ui';
import { MOST_REPLIED, MOST_UNASKED, tagMarked, updateMarked } from './bulk';
import { type BulkMenu, bulkMenu, marked, markedView, markOnly, markView, readMarks } from './marked';
import { ReplyToAll } from './reply-to-all';

/** Runs a change; a large one after a question. */
type Change = (run: () => Promise<void>) => void;

const Menu = ({
  name,
  choices,
  pick,
  create,
}: {
  name: Exclude<BulkMenu, 'snooze'>;
  choices: readonly Choice[];
  pick: (id: string) => void;
  create?: (typed: string) => string;
}): VNode => (
  <Picker
    label={say(`action.${name}`)}
    filter={say(`action.${name}.filter`)}
    isOpen={bulkMenu.value === name}
    setOpen={(isOpen) => void (bulkMenu.value = isOpen ? name : undefined)}
    choices={choices}
    pick={pick}
    {...(create && { create })}
  >
    {say(`action.${name}`)}
  </Picker>
);

const Assign = ({ change }: { change: Change }): VNode => {
  const assign = (to: string): Promise<void> => {
    const [kind, id = ''] = to.split(':');
    if (kind === 'user') return updateMarked([{ action: 'assign', payload: { processingUser: id } }]);
    if (kind === 'team') return updateMarked([{ action: 'team', payload: { processingTeam: id } }]);
    return updateMarked([
      { action: 'assign', payload: { processingUser: null } },
      { action: 'team', payload: { processingTeam: null } },
    ]);
  };
  return <Menu name="assign" choices={listAssignees()} pick={(to) => change(() => assign(to))} />;
};

const Snooze = ({ change }: { change: Change }): VNode => {
  const pick = (at: Date): void => {
    const payload = { snoozedUntil: at.toISOString() };
    change(() => updateMarked([{ action: 'snooze', payload }]));
  };
  return (
    <TimePicker
      label={say('action.snooze')}
      isOpen={bulkMenu.value === 'snooze'}
      setOpen={(isOpen) => void (bulkMenu.value = isOpen ? 'snooze' : undefined)}
      pick={pick}
    >
      {say('action.snooze')}
    </TimePicker>
  );
};

const Tags = ({ change }: { change: Change }): VNode => {
  const known = list.value.ids.flatMap((id) => (id === undefined ? [] : (findTicket(id).peek() ?? [])));
  const chosen = markedView.value === undefined ? known.filter(({ id }) => marked.value.has(id)) : known;
  const used = [...new Set(known.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b));
  const choices = used.map((tag) => ({
    id: tag,
    label: tag,
    isChosen: chosen.length > 0 && chosen.every(({ tags }) => tags.includes(tag)),
  }));
  // One that all have is removed.
  const pick = (tag: string): void => {
    const isRemoved = choices.some(({ id, isChosen }) => id === tag && isChosen);
    change(() => tagMarked(tag, !isRemoved));
  };
  return (
    <Menu name="tags" choices={choices} pick={pick} create={(typed) => say('tags.new', { tag: typed })} />
  );
};

const priorities = ['HIGH', 'MEDIUM', 'LOW'] as const;

const Priority = ({ change }: { change: Change }): VNode => (
  <Menu
    name="priority"
    choices={priorities.map((id) => ({ id, label: say(`priority.${id}`) }))}
    pick={(priority) => change(() => updateMarked([{ action: 'priority', payload: { priority } }]))}
  />
);

const Question = ({ count, run, close }: { count: number; run: () => void; close: () => void }): VNode => (
  <Dialog label={say('bulk.sure', { count })} close={close}>
    <h2>{say('bulk.sure', { count })}</h2>
    <p>{say('bulk.sure.why')}</p>
    <p class="bar">
      <button type="button" class="main" onClick={run}>
        {say('bulk.sure.yes')}
      </button>
      <button type="button" class="plain" onClick={close}>
        {say('cancel')}
      </button>
    </p>
  </Dialog>
);

const Tool = ({ onClick, children }: { onClick: () => void; children: ComponentChildren }): VNode => (
  <button type="button" class="tool" onClick={onClick}>
    {children}
  </button>
);

/** What can be done to the marked tickets. */
export const MarkedBar = (): VNode => {
  const [waiting, setWaiting] = useState<() => Promise<void>>();
  const [isReplying, setReplying] = useState(false);
  const { count } = readMarks();
  const change: Change = (run) => {
    if (count > MOST_UNASKED) setWaiting(() => run);
    else void run();
  };
  const isWhole = markedView.value !== undefined;
  return (
    <div class="marked-bar" role="toolbar" aria-label={say('bulk')}>
      <p class="line">
        <strong role="status">{say('bulk.count', { count })}</strong>
        {!isWhole && count < (list.value.total ?? 0) && (
          <button type="button" class="link" onClick={markView}>
            {say('bulk.all', { count: list.value.total ?? 0 })}
          </button>
        )}
        <button type="button" class="link clear" onClick={() => markOnly()}>
          {say('bulk.clear')}
        </button>
      </p>
      <p class="line">
        <Assign change={change} />
        <Tool onClick={() => change(() => updateMarked([{ action: 'close' }]))}>{say('action.close')}</Tool>
        <Snooze change={change} />
        <Tags change={change} />
        <Priority change={change} />
        {count <= MOST_REPLIED && <Tool onClick={() => setReplying(true)}>{say('bulk.reply')}</Tool>}
      </p>
      {waiting && (
        <Question
          count={count}
          close={() => setWaiting(undefined)}
          run={() => {
            setWaiting(undefined);
            void waiting();
          }}
        />
      )}
      {isReplying && <ReplyToAll count={count} close={() => setReplying(false)} />}
    </div>
  );
};
