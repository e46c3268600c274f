import type { Message } from '@parley/client';
import { Linked } from '@parley/ui';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { say } from '../core';

const readQuoted = ({ data }: Message): string => {
  const { quotedText } = (data?.['email'] ?? {}) as { quotedText?: unknown };
  return typeof quotedText === 'string' ? quotedText : '';
};

/** The history that a mail quotes, folded. */
export const Quoted = ({ message }: { message: Message }): VNode | null => {
  const [isOpen, setOpen] = useState(false);
  const text = readQuoted(message);
  if (text === '') return null;
  return (
    <div class="quoted">
      <button type="button" class="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {say(isOpen ? 'quoted.hide' : 'quoted.show')}
      </button>
      {isOpen && (
        <blockquote class="plain" dir="auto">
          <Linked text={text} />
        </blockquote>
      )}
    </div>
  );
};
