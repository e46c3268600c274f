import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { App } from '../core';

/**
 * Messages that came while hidden, for screen readers, which ignore all that is outside of a modal dialog: an open widget that covers
 * the page has them inside. Each shows messages that came since it was mounted. Others were read already.
 */
export const Announced = ({ store }: Pick<App, 'store'>): VNode => {
  const { announced } = store.get();
  const [before] = useState(announced);
  return (
    <div class="hidden" role="status" aria-atomic="false">
      {announced
        .filter(({ key }) => !before.some((one) => one.key === key))
        .map(({ key, text }) => (
          <p key={key}>{text}</p>
        ))}
    </div>
  );
};
