import { useEffect, useState } from 'preact/hooks';

/** As in messenger.css: the widget covers the whole page. */
const phone = matchMedia('(max-width: 480px)');

/** Whether the open widget covers the page, so that the content behind is out of reach. */
export const useFillsScreen = (): boolean => {
  const [fills, setFills] = useState(phone.matches);
  useEffect(() => {
    const look = (): void => setFills(phone.matches);
    look();
    phone.addEventListener('change', look);
    return () => phone.removeEventListener('change', look);
  }, []);
  return fills;
};

const isReachable = (element: HTMLElement): boolean =>
  element.getClientRects().length > 0 && !(element as HTMLButtonElement).disabled;

/** Moves the focus from the last element to the first, and back, instead of out. */
export const keepInside = (event: KeyboardEvent & { currentTarget: HTMLElement }): void => {
  const panel = event.currentTarget;
  const elements = [
    ...panel.querySelectorAll<HTMLElement>('a[href], button, input, textarea, summary, [tabindex="0"]'),
  ].filter(isReachable);
  const focused = (panel.getRootNode() as ShadowRoot).activeElement;
  const [first] = elements;
  const last = elements.at(-1);
  const from = event.shiftKey ? [first, panel] : [last];
  if (!from.some((element) => element === focused)) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
};
