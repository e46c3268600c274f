import type { Contact, SessionsUpdateBody } from '@parley/client';
import { useEffect } from 'preact/hooks';
import { current, onHappening, reread, tellFailure, throttle, findTicket } from '../core';
import { type Answer, useAnswer } from '../ui';

/** How a contact is changed: the shown one at once, and the stored one by a request. */
export type SaveContact = (body: SessionsUpdateBody, shown: Partial<Contact>) => void;

const RELOAD_MS = 2_000;

/**
 * Reads a contact again when something happens to a ticket of it and when the window is entered again: the platform emits no event for
 * a change of a contact itself.
 */
const useReload = (contactId: string, again: () => void): void => {
  useEffect(() => {
    const reload = throttle(async () => again(), RELOAD_MS);
    const stop = onHappening(({ ticketId }) => {
      if (findTicket(ticketId).peek()?.session?.id === contactId) reload();
    });
    addEventListener('focus', reload);
    return () => {
      stop();
      removeEventListener('focus', reload);
    };
  }, [again]);
};

/** The contact of an open ticket, and how it is changed. A refused change is undone, and its reason is shown. */
export const useContact = (contactId: string, ticketId: string): [Answer<Contact>, SaveContact] => {
  const { parley } = current();
  const answer = useAnswer(() => parley.sessions.get(contactId), contactId);
  useReload(contactId, answer.again);
  const save: SaveContact = (body, shown) => {
    const { value: before } = answer;
    if (!before) return;
    answer.set({ ...before, ...shown });
    parley.sessions.update(contactId, body).then(
      (contact) => {
        answer.set(contact);
        // Its name shows in the list too.
        reread(ticketId);
      },
      (error: unknown) => {
        answer.set(before);
        tellFailure(error);
      },
    );
  };
  return [answer, save];
};
