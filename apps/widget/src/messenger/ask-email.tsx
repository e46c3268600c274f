import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Conversation, putAnswer } from '../core';
import { Form } from '../ui';
import type { Parts } from './parts';
import { useIsGuest } from './use-is-guest';

/** Milliseconds without an answer after which a visitor may well be gone when one comes. */
const PATIENCE_MS = 60_000;
/** Where a browser keeps which conversation its visitor was asked in. */
export const ASKED = 'asked';

/** In which conversation this browser's visitor was asked, and whether that is over. */
interface Asked {
  id: string;
  isOver?: true;
}

type AskProps = Pick<Parts, 'app' | 'say'> & { conversation: Conversation };

/** Whether a guest may leave before an answer comes: no answer for a minute, or the team is closed. */
const useIsDue = ({ app, conversation }: Omit<AskProps, 'say'>): boolean => {
  const { lastMessage, hasEmail, botActive, status } = conversation;
  const isWaiting =
    hasEmail === false && !botActive && status === 'open' && lastMessage?.author?.type === 'contact';
  const [isOverdue, setOverdue] = useState(false);
  useEffect(() => {
    setOverdue(false);
    if (!isWaiting) return undefined;
    // The visitor's clock may be wrong.
    const { createdAt } = lastMessage;
    const waited = createdAt === undefined ? 0 : Math.max(0, Date.now() - Date.parse(createdAt));
    const timer = setTimeout(() => setOverdue(true), PATIENCE_MS - waited);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isWaiting && (isOverdue || app.store.get().texts?.project?.isClosed === true);
};

const AddressForm = ({
  app,
  say,
  conversation,
  end,
}: AskProps & { end: (email?: string) => void }): VNode => {
  const [hasFailed, setFailed] = useState(false);
  const leave = (email: string): void => {
    setFailed(false);
    app.send<Conversation>('POST', `/shared/conversations/${conversation.id}/email`, { email }).then(
      (changed) => {
        end(email);
        putAnswer(app, changed);
      },
      () => setFailed(true),
    );
  };
  return (
    <Form class="ask" send={(form) => leave(String(new FormData(form).get('email')))}>
      <label>
        {say('email.ask')}
        <input
          type="email"
          name="email"
          required
          maxLength={254}
          autocomplete="email"
          placeholder={say('email.field')}
        />
      </label>
      <p role="alert">{hasFailed && say('failed')}</p>
      <div class="actions">
        <button type="button" class="plain" onClick={() => end()}>
          {say('email.decline')}
        </button>
        <button type="submit" class="main">
          {say('send')}
        </button>
      </div>
    </Form>
  );
};

/** Asks a guest once where answers may go when it is gone. */
export const AskEmail = ({ app, say, conversation }: AskProps): VNode => {
  const { id, lastMessage } = conversation;
  const asked = app.storage.read<Asked>(ASKED);
  const [left, setLeft] = useState<string>();
  // An answer of the team does not remove a field in use.
  const [isUsed, setUsed] = useState(false);
  const isDue = useIsDue({ app, conversation });
  const isGuest = useIsGuest(app);
  const isOpen = asked === undefined || (asked.id === id && !asked.isOver);
  const isShown = isGuest === true && isOpen && (isDue || (isUsed && conversation.hasEmail === false));
  const isAnswered =
    asked?.id === id &&
    !asked.isOver &&
    lastMessage?.author !== undefined &&
    lastMessage.author.type !== 'contact';
  const note = (now: Asked): void => {
    app.storage.write(ASKED, now);
    app.store.set({});
  };
  useEffect(() => {
    if (isShown && !asked) note({ id });
    else if (isAnswered && !isShown) note({ id, isOver: true });
  }, [isShown, isAnswered]);
  return (
    <div aria-live="polite" onFocusIn={() => setUsed(true)}>
      {isShown && (
        <AddressForm
          {...{ app, say, conversation }}
          end={(email) => {
            setLeft(email);
            if (email !== undefined) app.emitter.emit('emailGiven', { email });
            note({ id, isOver: true });
          }}
        />
      )}
      {left !== undefined && <p class="quiet">{say('email.thanks', { email: left })}</p>}
    </div>
  );
};
