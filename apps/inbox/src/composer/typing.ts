import { useEffect, useRef } from 'preact/hooks';
import { current } from '../core';

/** Milliseconds until typing is sent again. */
const TYPING_MS = 3_000;

/** Notifies others of typing, and once of its end. */
export const useTyping = (ticketId: string): ((isTyping: boolean) => void) => {
  const told = useRef(0);
  const notify = (isTyping: boolean): void => {
    const isDue = isTyping ? Date.now() - told.current > TYPING_MS : told.current > 0;
    if (!isDue) return;
    told.current = isTyping ? Date.now() : 0;
    // A sign of life: one that is lost is no reason to try again.
    current()
      .parley.tickets.typing(ticketId, { typing: isTyping }, { retries: 0 })
      .catch(() => undefined);
  };
  useEffect(() => () => notify(false), []);
  return notify;
};
