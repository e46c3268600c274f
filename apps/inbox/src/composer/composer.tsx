import type { DraftReplyResponse, Ticket, TranslateReplyResponse } from '@parley/client';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { TimePicker } from '../actions';
import { hasModel, say, tellFailure, toast } from '../core';
import { Icon } from '../ui';
import { ChosenActions } from './chosen-actions';
import { Copies } from './copies';
import { findDraft, readDraft } from './drafts';
import { Field } from './field';
import { addFiles, Attach, Files } from './files';
import { format, unformat } from './formatting';
import { askForDraft, Drafted, Suggested } from './help';
import { NewsNotice } from './news-notice';
import { Scheduled } from './scheduled';
import { sendDraft, sendLater, type Then } from './send';
import { Tabs } from './tabs';
import { Translated, TranslateReply } from './translate';

const Formatting = ({ ticketId }: { ticketId: string }): VNode => {
  const isOn = findDraft(ticketId).value.doc !== undefined;
  const toggle = (): void => void (isOn ? unformat(ticketId) : format(ticketId)).catch(tellFailure);
  return (
    <button
      type="button"
      class="tool"
      aria-label={say('format')}
      title={say('format')}
      aria-pressed={isOn}
      onClick={toggle}
    >
      <Icon name="format" />
    </button>
  );
};

/** A button that sends with a time, which is chosen from a menu. */
const SendWithTime = ({
  label,
  icon,
  send,
}: {
  label: string;
  icon: 'snoozed' | 'later';
  send: (at: Date) => void;
}): VNode => {
  const [isOpen, setOpen] = useState(false);
  return (
    <TimePicker label={label} isOpen={isOpen} setOpen={setOpen} pick={send}>
      <Icon name={icon} />
    </TimePicker>
  );
};

const Bar = ({
  ticketId,
  send,
  setDrafted,
  setTranslated,
}: {
  ticketId: string;
  send: (then?: Then) => void;
  setDrafted: (found: DraftReplyResponse | undefined) => void;
  setTranslated: (translated: TranslateReplyResponse) => void;
}): VNode => {
  const [isAsking, setAsking] = useState(false);
  const { isNote } = findDraft(ticketId).value;
  const ask = (): void => {
    setAsking(true);
    askForDraft(ticketId)
      .then(setDrafted)
      .catch(tellFailure)
      .finally(() => setAsking(false));
  };
  return (
    <div class="bar">
      <Attach ticketId={ticketId} />
      <Formatting ticketId={ticketId} />
      {!isNote && (
        <button type="button" class="tool" disabled={isAsking} title={say('drafted.ask.hint')} onClick={ask}>
          {say('drafted.ask')}
        </button>
      )}
      {!isNote && hasModel.value && <TranslateReply ticketId={ticketId} show={setTranslated} />}
      <span class="sends">
        {!isNote && (
          <SendWithTime
            label={say('composer.send-later')}
            icon="later"
            send={(at) => sendLater(ticketId, at)}
          />
        )}
        <SendWithTime
          label={say('composer.send-snooze')}
          icon="snoozed"
          send={(snoozeUntil) => send({ snoozeUntil })}
        />
        <button type="button" class="plain" onClick={() => send({ close: true })}>
          {say('composer.send-close')}
        </button>
        <button type="button" class="main" onClick={() => send()}>
          {say('composer.send')}
        </button>
      </span>
    </div>
  );
};

/** The composer of a reply or a note. Files can be dropped anywhere in it. */
export const Composer = ({ ticket }: { ticket: Ticket }): VNode => {
  const { id, conversationClosed } = ticket;
  const { isNote } = findDraft(id).value;
  const place = useRef<HTMLElement>(null);
  const [drafted, setDrafted] = useState<DraftReplyResponse>();
  const [translated, setTranslated] = useState<TranslateReplyResponse>();
  useEffect(() => void readDraft(id).catch(tellFailure), [id]);
  const send = (then?: Then): void => {
    const wrong = place.current?.querySelector<HTMLInputElement>('.copies input:invalid');
    if (!wrong) return sendDraft(id, then);
    wrong.focus();
    toast(wrong.validationMessage, { isFailure: true });
  };
  return (
    <section
      ref={place}
      class={`composer ${isNote ? 'note' : 'reply'}`}
      id="composer"
      aria-label={say('composer')}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void addFiles(id, [...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <Scheduled ticketId={id} />
      {!isNote && <Suggested ticketId={id} />}
      {drafted && !isNote && <Drafted ticketId={id} found={drafted} close={() => setDrafted(undefined)} />}
      {translated && !isNote && (
        <Translated ticketId={id} translated={translated} close={() => setTranslated(undefined)} />
      )}
      <div class="top">
        <Tabs ticketId={id} isNote={isNote} />
        <Copies ticket={ticket} />
      </div>
      <Field ticketId={id} send={send} />
      <Files ticketId={id} />
      <ChosenActions ticketId={id} />
      {conversationClosed && !isNote && <p class="hint">{say('composer.closed')}</p>}
      <NewsNotice ticketId={id} />
      <Bar ticketId={id} send={send} setDrafted={setDrafted} setTranslated={setTranslated} />
    </section>
  );
};
