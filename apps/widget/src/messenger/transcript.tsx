import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Conversation } from '../core';
import type { Parts } from './parts';
import { useIsGuest } from './use-is-guest';

/** Sends the conversation to a contact with an address; a guest needs an answer of a person first. */
export const Transcript = ({
  app,
  say,
  conversation: { id, hasEmail },
}: Pick<Parts, 'app' | 'say'> & { conversation: Conversation }): VNode | null => {
  const [sentTo, setSentTo] = useState<string>();
  const [hasFailed, setFailed] = useState(false);
  const isGuest = useIsGuest(app);
  const messages = app.store.get().threads[id]?.messages ?? [];
  const isKnown = isGuest === false && messages.length > 0;
  if (!hasEmail || !(isKnown || messages.some(({ author }) => author?.type === 'agent'))) return null;
  const send = (): void => {
    setFailed(false);
    app.send<{ email: string }>('POST', `/shared/conversations/${id}/transcript`).then(
      ({ email }) => setSentTo(email),
      () => setFailed(true),
    );
  };
  return (
    <>
      {sentTo === undefined && (
        <button type="button" class="plain" onClick={send}>
          {say('transcript')}
        </button>
      )}
      <p class="quiet" role="status">
        {hasFailed && say('failed')}
        {sentTo !== undefined && say('transcript.sent', { email: sentTo })}
      </p>
    </>
  );
};
