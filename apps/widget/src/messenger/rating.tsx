import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { type Conversation, putAnswer } from '../core';
import type { Parts } from './parts';

const VALUES = Array.from({ length: 11 }, (_, value) => value);

/** Asks how a conversation was, from 0 to 10. */
export const Rating = ({
  app,
  say,
  conversation,
}: Pick<Parts, 'app' | 'say'> & { conversation: Conversation }): VNode => {
  const [hasFailed, setFailed] = useState(false);
  const rate = (rating: number): void => {
    setFailed(false);
    app.send<Conversation>('POST', `/shared/conversations/${conversation.id}/rating`, { rating }).then(
      (rated) => putAnswer(app, rated),
      () => setFailed(true),
    );
  };
  return (
    <fieldset class="rating">
      <legend>{say('rate')}</legend>
      {VALUES.map((value) => (
        <button
          key={value}
          type="button"
          aria-label={say('rate.value', { value })}
          aria-pressed={conversation.rating === value}
          onClick={() => rate(value)}
        >
          {value}
        </button>
      ))}
      <p class="quiet" role="status">
        {hasFailed && say('failed')}
        {!hasFailed && conversation.rating !== undefined && say('rate.thanks')}
      </p>
    </fieldset>
  );
};
