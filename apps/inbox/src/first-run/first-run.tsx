import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { current, say } from '../core';
import { checkSteps, dismiss, startFirstRun, steps, type Steps } from './steps';

export { startFirstRun };

/** Whether the steps are to be shown. */
export const isFirstRun = (): boolean => steps.value !== undefined;

const order = ['mailbox', 'widget', 'ticket'] as const;

/** Where each step is taken. A message to oneself is a mail to the mailbox, else one by the widget of a page. */
const chooseLink = (step: (typeof order)[number], { address }: Steps): string => {
  if (step === 'mailbox') return '/inbox/settings/mailboxes/new';
  return step === 'ticket' && address !== undefined ? `mailto:${address}` : '/inbox/settings/widget';
};

/** What to do first in a new project. The steps tick themselves off. */
export const FirstRun = (): VNode | null => {
  useEffect(() => void checkSteps().catch(() => undefined), []);
  const done = steps.value;
  if (!done) return null;
  return (
    <section class="first-run" aria-label={say('first')}>
      <h2>{say('first.title', { project: current().project.name })}</h2>
      <ol>
        {order.map((step) => (
          <li key={step} class={done[step] ? 'done' : undefined}>
            <span class="mark" role="img" aria-label={say(done[step] ? 'first.done' : 'first.open')}>
              {done[step] ? '✓' : '○'}
            </span>
            <div>
              <h3>{say(`first.${step}`)}</h3>
              <p class="hint">{say(`first.${step}.help`)}</p>
              {!done[step] && (
                <a class="button plain" href={chooseLink(step, done)}>
                  {say(`first.${step}.do`)}
                </a>
              )}
            </div>
          </li>
        ))}
      </ol>
      <button type="button" class="link" onClick={dismiss}>
        {say('first.dismiss')}
      </button>
    </section>
  );
};
