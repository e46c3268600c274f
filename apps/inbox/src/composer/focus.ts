import { setDraft } from './drafts';

/** The field of the open ticket. */
let field: { ticketId: string; element: HTMLElement } | undefined;

/** Notes the field that is shown. @returns Forgets it. */
export const keepField = (ticketId: string, element: HTMLElement): (() => void) => {
  const mine = { ticketId, element };
  field = mine;
  return () => {
    if (field === mine) field = undefined;
  };
};

/** Puts the caret into the reply or the note at once: the next letter may follow the key. */
export const focusComposer = (isNote: boolean): void => {
  if (!field) return;
  setDraft(field.ticketId, { isNote });
  field.element.focus();
};
