import type { Message } from '@parley/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { fullTime, say, type TextKey } from '../core';

/** The worst state comes first. */
const states = ['bounced', 'failed', 'queued', 'sent'] as const;

/** The state of the mail of a message; a click shows each recipient, with the reason. */
export const Delivery = ({ delivery = [] }: Pick<Message, 'delivery'>): VNode | null => {
  const [isOpen, setOpen] = useState(false);
  const worst = states.find((state) => delivery.some(({ status }) => status === state));
  if (worst === undefined) return null;
  return (
    <>
      <button
        type="button"
        class={`small delivery ${worst}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {say(`delivery.${worst}`)}
      </button>
      {isOpen && (
        <ul class="deliveries">
          {delivery.map(({ address, status, at, detail = '' }) => (
            <li key={address}>
              {address}: {say(`delivery.${status}` as TextKey)} {fullTime(at)} {detail}
            </li>
          ))}
        </ul>
      )}
    </>
  );
};
