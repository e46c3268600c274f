import type { VNode } from 'preact';
import { current, isLive, toName, type Outgoing, say, sendAgain, takeBack } from '../core';
import { giveBack } from '../composer';

/** A message on its way; until it leaves it can be taken back. */
export const OutgoingItem = ({ outgoing }: { outgoing: Outgoing }): VNode => {
  const { key, state, reason, text, body } = outgoing;
  const undo = (): void => {
    const taken = takeBack(key);
    if (taken) giveBack(taken);
  };
  const label = `${toName(current().user)}, ${say(`outgoing.${state}`)}`;
  return (
    <article class={`message own outgoing ${body.isNote ? 'note' : 'team'} ${state}`} aria-label={label}>
      <div class="body" dir="auto">
        <p class="plain">{text}</p>
      </div>
      <p class="by" role="status">
        {state === 'sending' && !isLive.value ? say('outgoing.waiting') : say(`outgoing.${state}`)}
        {reason !== undefined && ` ${reason}`}
        {state === 'failed' && (
          <button type="button" class="link" onClick={() => sendAgain(key)}>
            {say('outgoing.again')}
          </button>
        )}
        {state !== 'sending' && (
          <button type="button" class="link" onClick={undo}>
            {say('undo')}
          </button>
        )}
      </p>
    </article>
  );
};
