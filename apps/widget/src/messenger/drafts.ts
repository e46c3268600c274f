import type { KeptFiles } from './chosen-files';

/** A text and files that the visitor has not sent yet, whichever fields show them. */
export interface Draft {
  files: KeptFiles;
  /** Fills a field; as the `ref` of the field. */
  show(field: HTMLTextAreaElement | null): void;
  /** Notes the present text of the field. */
  note(text: string): void;
  read(): string;
  /** Puts a text into the field. */
  put(text: string): void;
  /** Puts a text where the caret is. */
  insert(text: string): void;
  focus(): void;
}

/** Drafts stay when another field replaces their own, or the widget is closed. */
export interface Drafts {
  /** The draft of a conversation or question; undefined for a conversation that begins. */
  of(id: string | undefined): Draft;
  /** The conversation of the one that began has an id now. */
  begun(id: string): void;
  clear(): void;
}

const createDraft = (): Draft => {
  let field: HTMLTextAreaElement | undefined;
  let text = '';
  const put = (now: string): void => {
    text = now;
    // Also moves the caret behind the text.
    if (field) field.value = now;
  };
  return {
    files: { all: [], isOver: false },
    show: (element) => {
      if (!element) return;
      field = element;
      put(text);
    },
    note: (now) => void (text = now),
    read: () => text,
    put,
    insert: (more) => {
      if (!field) return;
      field.setRangeText(more, field.selectionStart, field.selectionEnd, 'end');
      text = field.value;
      field.focus();
    },
    focus: () => field?.focus(),
  };
};

export const createDrafts = (): Drafts => {
  const drafts = new Map<string | undefined, Draft>();
  const of = (id: string | undefined): Draft => {
    const draft = drafts.get(id) ?? createDraft();
    drafts.set(id, draft);
    return draft;
  };
  return {
    of,
    begun: (id) => {
      drafts.set(id, of(undefined));
      drafts.delete(undefined);
    },
    clear: () => drafts.clear(),
  };
};
