import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { explain, say } from '../core';
import { Asking } from '../ui';
import { replyToMarked } from './bulk';

/** More answers than this leave a minute later (docs/rules/tickets.md). */
const AT_ONCE = 30;

/** Writes one answer to all marked tickets. */
export const ReplyToAll = ({ count, close }: { count: number; close: () => void }): VNode => {
  const id = useId();
  // Sent again after a failure, no ticket gets the answer twice.
  const [batchId] = useState(() => crypto.randomUUID());
  const [state, setState] = useState<{ isBusy: boolean; message: string }>({ isBusy: false, message: '' });
  const send = async (text: string): Promise<void> => {
    if (text.trim() === '' || state.isBusy) return;
    setState({ isBusy: true, message: '' });
    try {
      await replyToMarked(text, batchId);
      close();
    } catch (error) {
      setState({ isBusy: false, message: explain(error) });
    }
  };
  return (
    <Asking
      label={say('bulk.reply')}
      title={say('bulk.reply.title', { count })}
      button={say('bulk.reply.send')}
      message={state.message}
      isBusy={state.isBusy}
      submit={(form) => void send(String(new FormData(form).get('text') ?? ''))}
      close={close}
    >
      <p class="field">
        <label for={id}>{say('bulk.reply.text')}</label>
        <textarea id={id} name="text" rows={6} dir="auto" required autofocus />
      </p>
      <p class="hint">{say(count > AT_ONCE ? 'bulk.reply.later' : 'bulk.reply.now')}</p>
    </Asking>
  );
};
