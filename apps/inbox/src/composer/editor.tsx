import { Editor } from '@tiptap/core';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { say } from '../core';
import { extensions, Toolbar } from '../editor';
import { findDraft, setDraft } from './drafts';
import { fitEditor } from './fit-editor';
import { pasteFiles } from './files';
import { keepField } from './focus';
import { addParts } from './insert';
import type { Node } from './rich';
import { type FieldProps, sendByKey } from './send-by-key';
import { listAttributes, SuggestionsList } from './suggestions-list';
import { useTyping } from './typing';
import { type Option, useSuggest } from './use-suggest';

const BEFORE = 64;

/** The text of the block before the caret. */
const textBefore = ({ state }: Editor): string => {
  const { $from, empty } = state.selection;
  const from = Math.max(0, $from.parentOffset - BEFORE);
  return empty && !$from.parent.type.spec.code
    ? $from.parent.textBetween(from, $from.parentOffset, undefined, ' ')
    : '';
};

/** Handlers that the editor calls: those of the latest drawing. */
interface Hands {
  onUpdate: (editor: Editor) => void;
  onKey: (event: KeyboardEvent) => boolean;
  onPaste: (event: ClipboardEvent) => boolean;
  close: () => void;
}

const createEditor = (element: HTMLElement, doc: Node, hands: { current: Hands }): Editor =>
  new Editor({
    element,
    extensions,
    content: fitEditor(doc),
    injectCSS: false,
    editorProps: {
      handleKeyDown: (_, event) => hands.current.onKey(event),
      handlePaste: (_, event) => hands.current.onPaste(event),
    },
    onUpdate: ({ editor }) => hands.current.onUpdate(editor),
    onBlur: () => hands.current.close(),
  });

/** The editor of TipTap, kept for as long as the field is shown. */
const useEditor = (ticketId: string, hands: { current: Hands }) => {
  const place = useRef<HTMLDivElement>(null);
  const made = useRef<Editor>(undefined);
  const own = useRef<Node>(undefined);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const { doc } = findDraft(ticketId).value;
  useLayoutEffect(() => {
    if (!place.current || !doc) return undefined;
    own.current = doc;
    const editor = createEditor(place.current, doc, hands);
    made.current = editor;
    editor.on('transaction', () => redraw(0));
    const forget = keepField(ticketId, editor.view.dom);
    editor.commands.focus('end');
    return () => {
      forget();
      editor.destroy();
    };
  }, []);
  // Changed from outside: sent, taken back, a text put in.
  useEffect(() => {
    // Typed on since the drawing: the latest one counts.
    const { doc: latest } = findDraft(ticketId).peek();
    if (!latest || own.current === latest) return;
    own.current = latest;
    made.current?.commands.setContent(fitEditor(latest), { emitUpdate: false });
  }, [doc]);
  return { place, made, own };
};

/** The field with formatting. */
export const RichField = ({ ticketId, send }: FieldProps): VNode => {
  const { isNote } = findDraft(ticketId).value;
  const notify = useTyping(ticketId);
  const hands = useRef<Hands>({} as Hands);
  const { place, made, own } = useEditor(ticketId, hands);
  const put = ({ label, template }: Option, length: number): void => {
    const { current: editor } = made;
    if (!editor) return;
    const { from } = editor.state.selection;
    const chain = editor
      .chain()
      .focus()
      .deleteRange({ from: from - length, to: from });
    if (!template) return void chain.insertContent(`@${label} `).run();
    const { content = [] } = fitEditor(template.content);
    const [only] = content;
    // One paragraph continues the line.
    const added = content.length === 1 && only?.type === 'paragraph' ? only.content : content;
    chain.insertContent((added ?? []) as never).run();
    addParts(ticketId, template);
  };
  const { list, look, onKey, close } = useSuggest(ticketId, isNote, put);
  hands.current = {
    onUpdate: (editor) => {
      const doc = editor.getJSON() as Node;
      own.current = doc;
      const text = editor.getText({ blockSeparator: '\n\n' });
      setDraft(ticketId, { doc, text });
      look(textBefore(editor));
      if (!isNote) notify(text !== '');
    },
    onKey: (event) => {
      if (onKey(event)) return true;
      if (!sendByKey(event, send)) return false;
      notify(false);
      return true;
    },
    onPaste: (event) => pasteFiles(ticketId, event),
    close,
  };
  useLayoutEffect(() => {
    const names = {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': say(isNote ? 'composer.note' : 'composer.reply'),
      dir: 'auto',
      ...Object.fromEntries(Object.entries(listAttributes(list)).filter(([, value]) => value !== undefined)),
    };
    made.current?.setOptions({ editorProps: { ...made.current.options.editorProps, attributes: names } });
  }, [isNote, list?.active, list?.options.length]);
  return (
    <>
      {list && <SuggestionsList list={list} />}
      {made.current && <Toolbar editor={made.current} />}
      <div ref={place} class="rich" />
    </>
  );
};
