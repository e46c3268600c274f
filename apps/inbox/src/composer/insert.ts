import { findDraft, insertText, setDraft } from './drafts';
import { format } from './formatting';
import { type Node, readPlain } from './rich';
import type { Template } from './templates';

/** Puts rich text at the end of the answer; text with formatting opens the editor. Nothing is sent. */
export const insertRich = async (ticketId: string, content: Node): Promise<void> => {
  const plain = readPlain(content);
  if (plain === undefined) await format(ticketId, content);
  else insertText(ticketId, plain);
};

/** Adds the files and the actions of a template. Of actions of one kind the last one counts, but tags add up. */
export const addParts = (ticketId: string, { attachments, actions }: Template): void => {
  const draft = findDraft(ticketId).value;
  const files = attachments.filter(({ url }) => !draft.attachments.some((one) => one.url === url));
  const kept = draft.actions.filter(
    ({ type }) => type === 'tag' || !actions.some((one) => one.type === type),
  );
  setDraft(ticketId, {
    attachments: [...draft.attachments, ...files],
    actions: [...kept, ...actions],
  });
};
