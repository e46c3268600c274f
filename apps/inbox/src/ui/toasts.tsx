import type { VNode } from 'preact';
import { toasts } from '../core';

/** Short messages, heard and seen. */
export const Toasts = (): VNode => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map(({ id, text, isFailure, action }) => (
      <p key={id} class={isFailure ? 'failure' : undefined}>
        <span>{text}</span>
        {action && (
          <button type="button" class="link" onClick={action.run}>
            {action.label}
          </button>
        )}
      </p>
    ))}
  </div>
);
