import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Body, Dismiss, escapes, useSeen } from './body';
import type { ItemParts } from '../kinds';

/** Steps that the visitor marks as done, or that are done by what happens. */
export const Checklist = (parts: ItemParts): VNode => {
  const { app, say, item, finish, reporter } = parts;
  const [hasFailed, setFailed] = useState(false);
  useSeen(parts);
  const steps = item.config?.steps ?? [];
  const done = item.checklist?.completedSteps ?? [];
  const mark = (stepId: string): void => {
    setFailed(false);
    const path = `/shared/checklists/${item.id}/steps/${encodeURIComponent(stepId)}`;
    app.send<{ status: string; completedSteps: string[] }>('PUT', path).then(
      ({ status, completedSteps }) => {
        const items = app.store
          .get()
          .items.map((one) => (one.id === item.id ? { ...one, checklist: { completedSteps } } : one));
        // The platform knows by itself that it is done.
        if (status === 'done') reporter.end(item);
        app.store.set({ items: status === 'done' ? items.filter(({ id }) => id !== item.id) : items });
      },
      () => setFailed(true),
    );
  };
  return (
    <div role="group" class="checklist" aria-label={say('item.checklist')} onKeyDown={escapes(finish)}>
      <Dismiss {...parts} />
      <details open>
        <summary>{item.subject ?? say('item.checklist')}</summary>
        <Body app={parts.app} item={{ ...item, subject: '' }} />
        <p class="soft">{say('item.progress', { done: done.length, all: steps.length })}</p>
        <ul>
          {steps.map(({ id, title = id, allowMarkDone = true }) => {
            const isDone = done.includes(id);
            return (
              <li key={id} class={isDone ? 'done' : ''}>
                {isDone || !allowMarkDone ? (
                  <span
                    {...(isDone
                      ? { role: 'img', 'aria-label': say('item.isDone', { step: title }) }
                      : { 'aria-hidden': true })}
                  >
                    {isDone ? '✓' : '○'}
                  </span>
                ) : (
                  <button
                    type="button"
                    aria-label={say('item.markDone', { step: title })}
                    onClick={() => mark(id)}
                  >
                    ○
                  </button>
                )}
                <span aria-hidden={isDone}>{title}</span>
              </li>
            );
          })}
        </ul>
        <p role="alert">{hasFailed ? say('failed') : ''}</p>
      </details>
    </div>
  );
};
