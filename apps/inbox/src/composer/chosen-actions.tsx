import type { VNode } from 'preact';
import { say } from '../core';
import { Icon } from '../ui';
import { findDraft, setDraft } from './drafts';
import { nameAction } from './template-actions';

/** Actions of templates, which change the ticket when the message is sent; each can be removed. */
export const ChosenActions = ({ ticketId }: { ticketId: string }): VNode | null => {
  const { actions } = findDraft(ticketId).value;
  if (actions.length === 0) return null;
  return (
    <div class="with">
      <span class="hint">{say('composer.actions')}</span>
      <ul class="chosen" aria-label={say('composer.actions')}>
        {actions.map((action, index) => (
          <li key={index}>
            {nameAction(action)}
            <button
              type="button"
              class="plain"
              aria-label={say('composer.remove', { name: nameAction(action) })}
              onClick={() => setDraft(ticketId, { actions: actions.filter((one) => one !== action) })}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};
