import { signal } from '@preact/signals';
import { current, onHappening, throttle } from '../core';

/** The steps of a new project, and whether each is done. */
export interface Steps {
  mailbox: boolean;
  widget: boolean;
  ticket: boolean;
  /** Address of a mailbox, to write to. */
  address: string | undefined;
}

/** Undefined until they were read, and once they do not matter: all are done, or a person waved them away. */
export const steps = signal<Steps | undefined>(undefined);

const AGAIN_MS = 2_000;

const storedKey = (): string => `parley-inbox-first-run-${current().project.id}`;

/** Whether there is a ticket at all, a mailbox, and a contact that a widget brought. */
const readSteps = async (): Promise<Steps> => {
  const { mailboxes, sessions, tickets } = current().parley;
  const [boxes, visitors, all] = await Promise.all([
    mailboxes.list({ limit: 1 }),
    sessions.list({ conditions: { 'sessions>': '0' }, limit: 1 }),
    tickets.list({ limit: 1, ignoreArchived: false }),
  ]);
  const isSome = (answer: unknown): boolean =>
    (Array.isArray(answer) ? answer : (Object.values(answer ?? {}).find(Array.isArray) ?? [])).length > 0;
  const [box] = boxes;
  return {
    mailbox: box !== undefined,
    widget: isSome(visitors),
    ticket: all.tickets.length > 0,
    address: box?.address,
  };
};

/** Ends the first run in this browser. */
export const dismiss = (): void => {
  localStorage.setItem(storedKey(), 'done');
  steps.value = undefined;
};

/** Reads the steps again. */
export const checkSteps = async (): Promise<void> => {
  const isOver = (): boolean => localStorage.getItem(storedKey()) !== null;
  if (isOver()) return;
  const read = await readSteps();
  // They may have been hidden in the meantime.
  if (isOver()) return;
  if (read.mailbox && read.widget && read.ticket) dismiss();
  else steps.value = read;
};

/** Follows the steps of those who may take them, until they are done. */
export const startFirstRun = (): void => {
  if (!current().permissions.has('PROJECT_UPDATE') || localStorage.getItem(storedKey()) !== null) return;
  // A failed reading is made up for by the next event, or the next return to the page.
  const again = throttle(() => checkSteps().catch(() => undefined), AGAIN_MS);
  again();
  onHappening(again);
  addEventListener('focus', again);
};
