import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { App } from '../core';

/**
 * What came while it was hidden, for screen readers. They ignore what is outside of a modal dialog, so an open widget that
 * covers the page has it inside. Each shows what came since it is there: earlier texts would be read twice.
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
