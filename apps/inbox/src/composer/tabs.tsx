import type { VNode } from 'preact';
import { say } from '../core';
import { setDraft } from './drafts';

/** The choice between a reply and a note. */
export const Tabs = ({ ticketId, isNote }: { ticketId: string; isNote: boolean }): VNode => {
  const tab = (note: boolean, label: string): VNode => (
    <button
      type="button"
      role="tab"
      id={note ? 'tab-note' : 'tab-reply'}
      aria-controls="composer"
      aria-selected={isNote === note}
      tabIndex={isNote === note ? 0 : -1}
      onClick={() => setDraft(ticketId, { isNote: note })}
      onKeyDown={(event) => {
        if (!['ArrowLeft', 'ArrowRight'].includes(event.key)) return;
        setDraft(ticketId, { isNote: !isNote });
        document.getElementById(isNote ? 'tab-reply' : 'tab-note')?.focus();
      }}
    >
      {label}
    </button>
  );
  return (
    <div role="tablist" aria-label={say('composer.kind')}>
      {tab(false, say('composer.reply'))}
      {tab(true, say('composer.note'))}
    </div>
  );
};
