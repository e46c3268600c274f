import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ErrorBoundary, lazy, useLocation } from 'preact-iso';
import {
  countViews,
  current,
  openList,
  pathTo,
  readViews,
  savedViews,
  say,
  tellFailure,
  type TextKey,
  type TicketView,
} from '../core';
import { Icon, Picker } from '../ui';
import { rankBetween } from './ranks';

const SaveView = lazy(() => import('./save-view').then((part) => part.SaveView));

/** Whether the person may change a saved view. */
const isMine = ({ saved }: TicketView): boolean => {
  const { user, permissions } = current();
  return (
    saved !== undefined && (saved.shared ? permissions.has('TICKET_UPDATE') : saved.createdBy === user.id)
  );
};

/** Moves a view before the one above it, or behind the one below it. */
const move = async (id: string, by: -1 | 1): Promise<void> => {
  const others = savedViews.value.filter((view) => view.id !== id);
  const at = savedViews.value.findIndex((view) => view.id === id) + by;
  const lexorank = rankBetween(others[at - 1]?.lexorank, others[at]?.lexorank);
  await current().parley.views.update(id, { lexorank });
  await readViews();
};

/** What can be done to the view: saved as another one, changed, moved, deleted. */
export const ViewMenu = ({ view }: { view: TicketView }): VNode => {
  const { route } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const [form, setForm] = useState<'new' | 'edit'>();
  const at = savedViews.value.findIndex(({ id }) => id === view.key);
  const names = [
    'save',
    ...(isMine(view) ? ['edit'] : []),
    ...(isMine(view) && at > 0 ? ['up'] : []),
    ...(isMine(view) && at < savedViews.value.length - 1 ? ['down'] : []),
    ...(isMine(view) ? ['delete'] : []),
  ];
  const remove = async (): Promise<void> => {
    await current().parley.views.delete(view.key);
    await readViews();
    route(pathTo('all'));
  };
  const runs: Readonly<Record<string, () => unknown>> = {
    save: () => setForm('new'),
    edit: () => setForm('edit'),
    up: () => move(view.key, -1).catch(tellFailure),
    down: () => move(view.key, 1).catch(tellFailure),
    delete: () => remove().catch(tellFailure),
  };
  const done = (id: string): void => {
    setForm(undefined);
    if (id === view.key) openList(id);
    else route(pathTo(id));
    countViews().catch(tellFailure);
  };
  return (
    <>
      <Picker
        label={say('view-menu')}
        filter={say('view-menu.filter')}
        isOpen={isOpen}
        setOpen={setOpen}
        choices={names.map((id) => ({ id, label: say(`view-menu.${id}` as TextKey) }))}
        pick={(id) => void runs[id]?.()}
      >
        <Icon name="more" />
      </Picker>
      {form !== undefined && (
        <ErrorBoundary>
          <SaveView view={view} isNew={form === 'new'} done={done} close={() => setForm(undefined)} />
        </ErrorBoundary>
      )}
    </>
  );
};
