import { useEffect, useState } from 'preact/hooks';

/** Milliseconds between two checks of an element that may move, come or go. */
export const LOOK_MS = 250;
/** Room between an element and what points at it, in pixels. */
const GAP = 8;
/** Width that a card may take. */
const WIDTH = 300;

/** Where an element of the page is; undefined while it is not there or does not show. */
export const findPlace = (selector: string | undefined): DOMRect | undefined => {
  if (!selector) return undefined;
  try {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return box && (box.width > 0 || box.height > 0) ? box : undefined;
  } catch {
    // No selector that the browser knows.
    return undefined;
  }
};

const isSame = (one: DOMRect | undefined, other: DOMRect | undefined): boolean =>
  one?.top === other?.top &&
  one?.left === other?.left &&
  one?.width === other?.width &&
  one?.height === other?.height;

/** Follows an element of the page. */
export const usePlace = (selector: string | undefined): DOMRect | undefined => {
  const [place, setPlace] = useState(() => findPlace(selector));
  useEffect(() => {
    const look = (): void =>
      setPlace((known) => {
        const now = findPlace(selector);
        return isSame(known, now) ? known : now;
      });
    look();
    const timer = setInterval(look, LOOK_MS);
    addEventListener('scroll', look, { capture: true, passive: true });
    addEventListener('resize', look);
    return () => {
      clearInterval(timer);
      removeEventListener('scroll', look, { capture: true });
      removeEventListener('resize', look);
    };
  }, [selector]);
  return place;
};

/** Where a card stands that points at an element: below it, else above, inside the window. */
export const besides = ({ top, bottom, left }: DOMRect): Record<string, string> => {
  const start = `${Math.max(GAP, Math.min(left, innerWidth - WIDTH - GAP))}px`;
  return bottom < innerHeight * 0.6
    ? { top: `${Math.max(GAP, bottom + GAP)}px`, left: start }
    : { bottom: `${Math.max(GAP, innerHeight - top + GAP)}px`, left: start };
};
