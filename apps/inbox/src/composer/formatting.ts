import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { current } from '../core';
import { findDraft, setDraft } from './drafts';
import { type Node, readWords, toRich } from './rich';
import type { FieldProps } from './send-by-key';

interface EditorModule {
  RichField: (props: FieldProps) => VNode;
}

/** The editor, once it was asked for. */
export const editor = signal<EditorModule | undefined>(undefined);

/** Loads the editor. */
export const loadEditor = async (): Promise<EditorModule> => (editor.value ??= await import('./editor'));

/** The draft as rich text: the platform reads its Markdown. */
const toDoc = async (ticketId: string): Promise<Node> => {
  const { text, isNote } = findDraft(ticketId).value;
  if (text.trim() === '') return { type: 'doc', content: [] };
  const draft = await current().parley.tickets.putDraft(ticketId, { markdownComment: text, isNote });
  // Written on in that moment: it is read again.
  return findDraft(ticketId).value.text === text ? (draft.comment as Node) : toDoc(ticketId);
};

/** Turns formatting on, and puts rich text at the end. */
export const format = async (ticketId: string, added: Node = { type: 'doc' }): Promise<void> => {
  const [, doc] = await Promise.all([loadEditor(), findDraft(ticketId).value.doc ?? toDoc(ticketId)]);
  const content = [...(doc.content ?? []), ...(added.content ?? [])];
  const next: Node = content.length > 0 ? { type: 'doc', content } : toRich('');
  setDraft(ticketId, { doc: next, text: readWords(next) });
};

/** Turns formatting off: the field has Markdown again. */
export const unformat = async (ticketId: string): Promise<void> => {
  const { toMarkdown } = await import('./to-markdown');
  const { doc } = findDraft(ticketId).value;
  if (doc) setDraft(ticketId, { doc: undefined, text: toMarkdown(doc) });
};
