import type { Ticket } from '@parley/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { say } from '../core';
import { findDraft, setDraft } from './drafts';

const toList = (typed: string): string[] => typed.split(/[\s,;]+/).filter((address) => address !== '');

/** Whether replies of the ticket are mailed. */
const isMailed = ({ mailbox, session, participants }: Ticket): boolean =>
  mailbox !== undefined || session?.email !== undefined || participants.length > 0;

/** Addresses of those who get copies unless the writer says another. */
const usualCopies = ({ participants }: Ticket): string[] =>
  participants.flatMap(({ role, email }) => (role === 'cc' && email !== undefined ? [email] : []));

const Addresses = ({
  label,
  value,
  set,
}: {
  label: string;
  value: readonly string[];
  set: (addresses: string[]) => void;
}): VNode => {
  const [typed, setTyped] = useState<string>();
  return (
    <label>
      <span>{label}</span>
      <input
        type="email"
        multiple
        autocomplete="off"
        value={typed ?? value.join(', ')}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          set(toList(currentTarget.value));
        }}
        onBlur={() => setTyped(undefined)}
      />
    </label>
  );
};

/** Who gets copies of a mailed reply. */
export const Copies = ({ ticket }: { ticket: Ticket }): VNode | null => {
  const { id } = ticket;
  const { isNote, cc, bcc } = findDraft(id).value;
  const usual = usualCopies(ticket);
  const shown = cc ?? usual;
  const [isOpen, setOpen] = useState(false);
  if (isNote || !isMailed(ticket)) return null;
  if (!isOpen && shown.length + bcc.length === 0)
    return (
      <button type="button" class="link copies" onClick={() => setOpen(true)}>
        {say('composer.copies')}
      </button>
    );
  return (
    <div class="copies" role="group" aria-label={say('composer.copies')}>
      <Addresses label={say('composer.cc')} value={shown} set={(next) => setDraft(id, { cc: next })} />
      <Addresses label={say('composer.bcc')} value={bcc} set={(next) => setDraft(id, { bcc: next })} />
    </div>
  );
};
