/** What both kinds of fields get. */
export interface FieldProps {
  ticketId: string;
  send: (then?: { close: boolean }) => void;
}

/** Sends by Ctrl+Enter, and closes too by Ctrl+Shift+Enter. @returns Whether the key was for that. */
export const sendByKey = (event: KeyboardEvent, send: FieldProps['send']): boolean => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return false;
  event.preventDefault();
  event.stopPropagation();
  if (!event.repeat) send(event.shiftKey ? { close: true } : undefined);
  return true;
};
