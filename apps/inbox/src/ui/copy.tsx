import type { VNode } from 'preact';
import { say, tellFailure, toast } from '../core';

/** A text to copy: a line for a page, a secret that shows once. */
export const Copy = ({ label, text }: { label: string; text: string }): VNode => {
  const copy = (): void => {
    navigator.clipboard
      .writeText(text)
      .then(() => toast(say('form.copied')))
      .catch(tellFailure);
  };
  return (
    <div class="copy">
      <code tabIndex={0} aria-label={label}>
        {text}
      </code>
      <button type="button" class="plain" onClick={copy}>
        {say('form.copy')}
      </button>
    </div>
  );
};
