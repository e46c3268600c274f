import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Continues where a question was: the field or first choice of the next one, else the field of messages. Text typed into a field
 * continues in a field: a blank would press a button.
 */
const findNext = (place: Element, had: Node): HTMLElement | null =>
  (had instanceof HTMLTextAreaElement
    ? null
    : place.querySelector<HTMLElement>('.question :is(textarea, input, button)')) ??
  place.querySelector<HTMLElement>(':is(.question, .composer) textarea') ??
  place.closest<HTMLElement>('.panel');

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
    focused.current = null;
    findNext(current, had)?.focus();
  });
  return place;
};
