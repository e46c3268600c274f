import type { RichTextMark, RichTextNode } from './document';

/** Puts a document together from text and nodes in reading order, with the white space rules of HTML. */
export interface DocumentBuilder {
  readonly doc: RichTextNode;
  /** The innermost open node. */
  top(): RichTextNode;
  /** Number of open nodes. */
  depth(): number;
  /** Marks of what follows. */
  setMarks(marks: RichTextMark[]): void;
  addText(text: string): void;
  /** Adds a node to the current paragraph, or starts one. */
  addInline(node: RichTextNode): void;
  /** Adds a node without content between paragraphs. */
  addBlock(node: RichTextNode): void;
  /** Ends the open paragraph, heading or code. */
  endText(): void;
  open(node: RichTextNode): void;
  /** Closes a node and the open nodes inside it; does nothing when it is closed already. */
  close(node: RichTextNode): void;
}

/** Nodes that hold text themselves. */
export const textBlocks: ReadonlySet<string> = new Set([
  'paragraph',
  'heading',
  'codeBlock',
  'detailsSummary',
  'figcaption',
]);

/** Starts an empty document. */
export const buildDocument = (): DocumentBuilder => {
  const doc: RichTextNode = { type: 'doc', content: [] };
  const path: RichTextNode[] = [doc];
  let marks: RichTextMark[] | undefined;
  // Kept apart from the text: looking at the end of a long text again and again would cost its length each time.
  let endsWithSpace = true;

  const top = (): RichTextNode => path.at(-1) as RichTextNode;
  const append = (node: RichTextNode): void => {
    (top().content ??= []).push(node);
  };

  const open = (node: RichTextNode): void => {
    endText();
    append(node);
    path.push(node);
    endsWithSpace = true;
  };

  const endText = (): void => {
    const block = top();
    if (!textBlocks.has(block.type)) return;
    path.pop();
    const last = block.content?.at(-1);
    if (last?.type === 'hardBreak') block.content?.pop();
    if (last?.text === undefined) return;
    last.text = block.type === 'codeBlock' ? last.text.replace(/\n$/, '') : last.text.replace(/ $/, '');
  };

  const appendText = (text: string, marked: RichTextMark[] | undefined): void => {
    const last = top().content?.at(-1);
    if (last?.type === 'text' && last.marks === marked) last.text += text;
    else append({ type: 'text', text, ...(marked && { marks: marked }) });
  };

  return {
    doc,
    top,
    depth: () => path.length,
    setMarks: (next) => {
      marks = next.length > 0 ? next : undefined;
    },
    addText: (text) => {
      if (top().type === 'codeBlock') return appendText(text.replaceAll(/\r\n?/g, '\n'), undefined);
      let shown = text.replaceAll(/[ \t\n\f\r]+/g, ' ');
      if (!textBlocks.has(top().type)) {
        if (shown === ' ' || shown === '') return;
        open({ type: 'paragraph' });
      }
      if (endsWithSpace && shown.startsWith(' ')) shown = shown.slice(1);
      if (shown === '') return;
      endsWithSpace = shown.endsWith(' ');
      appendText(shown, marks);
    },
    addInline: (node) => {
      if (!textBlocks.has(top().type)) open({ type: 'paragraph' });
      append(marks ? { ...node, marks } : node);
      endsWithSpace = node.type === 'hardBreak';
    },
    addBlock: (node) => {
      endText();
      append(node);
    },
    endText,
    open,
    close: (node) => {
      const index = path.lastIndexOf(node);
      if (index < 0) return;
      endText();
      path.splice(index);
    },
  };
};
