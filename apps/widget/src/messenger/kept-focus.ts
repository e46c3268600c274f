import { type RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** What goes on where a question was: the next one's field or first choice, else the field of messages. */
const NEXT = ['.question :is(textarea, input, button)', '.composer textarea'];

/** Keeps the focus inside while what had it gives way to something else, such as an answered question to the next one. */
export const useKeptFocus = (): RefObject<HTMLDivElement | null> => {
  const place = useRef<HTMLDivElement>(null);
  const focused = useRef<EventTarget | null>(null);
  useLayoutEffect(() => {
    const { current } = place;
    if (!current) return;
    const note = ({ target }: FocusEvent): void => void (focused.current = target);
    // A removed element has lost the focus without a blur event.
    const leave = ({ target }: FocusEvent): void =>
      queueMicrotask(() => {
        if (target instanceof Node && target.isConnected && focused.current === target)
          focused.current = null;
      });
    current.addEventListener('focusin', note);
    current.addEventListener('focusout', leave);
  }, []);
  useLayoutEffect(() => {
    const { current } = place;
    const had = focused.current;
    if (!current || !(had instanceof Node) || had.isConnected) return;
    const next = NEXT.map((selector) => current.querySelector<HTMLElement>(selector)).find(Boolean);
    focused.current = null;
    next?.focus();
  });
  return place;
};
