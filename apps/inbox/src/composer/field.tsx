import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { say, tellFailure } from '../core';
import { findDraft, setDraft } from './drafts';
import { pasteFiles } from './files';
import { keepField } from './focus';
import { editor, format, loadEditor } from './formatting';
import { addParts } from './insert';
import { readPlain } from './rich';
import { type FieldProps, sendByKey } from './send-by-key';
import { listAttributes, SuggestionsList } from './suggestions-list';
import { useTyping } from './typing';
import { type Option, useSuggest } from './use-suggest';

const MARKS: Readonly<Record<string, string>> = { b: '**', i: '*' };

/** Puts Markdown marks around the selection; around marked text it removes them. */
const mark = (field: HTMLTextAreaElement, sign: string): void => {
  const { selectionStart: from, selectionEnd: to, value } = field;
  const { length } = sign;
  const isMarked = value.slice(from - length, from) === sign && value.slice(to, to + length) === sign;
  const chosen = value.slice(from, to);
  if (isMarked) field.setRangeText(chosen, from - length, to + length, 'select');
  else {
    field.setRangeText(`${sign}${chosen}${sign}`, from, to);
    field.setSelectionRange(from + length, to + length);
  }
};

/** A field of Markdown as it is typed. */
const TextField = ({ ticketId, send }: FieldProps): VNode => {
  const { text, isNote } = findDraft(ticketId).value;
  const field = useRef<HTMLTextAreaElement>(null);
  const notify = useTyping(ticketId);
  useLayoutEffect(() => (field.current ? keepField(ticketId, field.current) : undefined), []);
  const replace = (length: number, by: string): void => {
    const { current: element } = field;
    if (!element) return;
    const at = element.selectionEnd;
    element.setRangeText(by, at - length, at, 'end');
    setDraft(ticketId, { text: element.value });
    element.focus();
  };
  const put = ({ label, template }: Option, length: number): void => {
    if (!template) return replace(length, `@${label} `);
    const plain = readPlain(template.content);
    replace(length, plain ?? '');
    addParts(ticketId, template);
    if (plain === undefined) format(ticketId, template.content).catch(tellFailure);
  };
  const { list, look, onKey, close } = useSuggest(ticketId, isNote, put);
  return (
    <>
      {list && <SuggestionsList list={list} />}
      <textarea
        ref={field}
        dir="auto"
        rows={3}
        aria-label={say(isNote ? 'composer.note' : 'composer.reply')}
        {...listAttributes(list)}
        placeholder={say(isNote ? 'composer.note.hint' : 'composer.reply.hint')}
        value={text}
        onInput={({ currentTarget: { value, selectionEnd } }) => {
          setDraft(ticketId, { text: value });
          look(value.slice(0, selectionEnd));
          if (!isNote) notify(value !== '');
        }}
        onBlur={close}
        onPaste={(event) => pasteFiles(ticketId, event)}
        onKeyDown={(event) => {
          if (onKey(event)) return;
          if (sendByKey(event, send)) return notify(false);
          const sign = event.ctrlKey || event.metaKey ? MARKS[event.key.toLowerCase()] : undefined;
          if (sign === undefined || event.shiftKey || event.altKey) return;
          event.preventDefault();
          mark(event.currentTarget, sign);
          setDraft(ticketId, { text: event.currentTarget.value });
        }}
      />
    </>
  );
};

/** The field: Markdown as it is typed, or the editor when formatting is on. */
export const Field = (props: FieldProps): VNode => {
  const isFormatted = findDraft(props.ticketId).value.doc !== undefined;
  useEffect(() => {
    if (isFormatted) loadEditor().catch(tellFailure);
  }, [isFormatted]);
  const { value: loaded } = editor;
  if (!isFormatted) return <TextField {...props} />;
  return loaded ? <loaded.RichField {...props} /> : <div class="rich" aria-busy="true" />;
};
