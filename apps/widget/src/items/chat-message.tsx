import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { newId, persist, noteTalk } from '../core';
import { Form } from '../ui';
import { Body, Dismiss, escapes, useSeen } from './body';
import type { ItemParts } from '../kinds';

/** A message beside the button, which the visitor can answer. */
export const ChatMessage = (parts: ItemParts): VNode => {
  const { app, say, item, finish } = parts;
  const [isWriting, setWriting] = useState(false);
  const [trouble, setTrouble] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  // However often the answer is sent, it is stored once.
  const mutation = useRef(newId()).current;
  useSeen(parts);
  const reply = async (): Promise<void> => {
    const comment = field.current?.value.trim() ?? '';
    if (comment === '') return;
    setWriting(true);
    setTrouble('');
    try {
      const body = { comment, clientMutationId: mutation };
      const path = `/shared/engagements/${item.id}/reply`;
      const { ticket } = await persist(() => app.send<{ ticket: string }>('POST', path, body));
      noteTalk(app);
      app.store.set({ isOpen: true, view: { name: 'conversation', id: ticket } });
      finish('clicked');
    } catch {
      setWriting(false);
      setTrouble(say('failed'));
    }
  };
  return (
    <div role="group" class="chat" aria-label={say('item.message')} onKeyDown={escapes(finish)}>
      <Dismiss {...parts} />
      {item.sender?.name && <b>{item.sender.name}</b>}
      <Body app={parts.app} item={item} />
      <Form send={() => void reply()}>
        <textarea ref={field} rows={1} dir="auto" aria-label={say('write')} placeholder={say('write')} />
        <button type="submit" class="act" disabled={isWriting}>
          {say('item.reply')}
        </button>
        <p role="alert">{trouble}</p>
      </Form>
    </div>
  );
};
