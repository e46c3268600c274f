import type { ComponentChildren, RefObject, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Menus are opened later than the list is shown. */
const loadPlacing = () => import('./placing');

/** What floats beside the element that opened it. It closes by Escape and by a click elsewhere; the focus goes back. */
export const Popover = ({
  anchor,
  label,
  close,
  children,
}: {
  anchor: RefObject<HTMLElement | null>;
  label: string;
  close: () => void;
  children: ComponentChildren;
}): VNode => {
  const place = useRef<HTMLDivElement>(null);
  // Before its content takes the focus.
  const [before] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const { current: floating } = place;
    const { current: from } = anchor;
    if (!floating || !from) return undefined;
    if (!floating.contains(document.activeElement)) floating.focus();
    let stop: (() => void) | undefined;
    let isClosed = false;
    void loadPlacing().then(({ keepBeside }) => {
      if (!isClosed) stop = keepBeside(from, floating);
    });
    const elsewhere = (event: PointerEvent): void => {
      const path = event.composedPath();
      if (!path.includes(floating) && !path.includes(from)) close();
    };
    document.addEventListener('pointerdown', elsewhere);
    return () => {
      isClosed = true;
      stop?.();
      document.removeEventListener('pointerdown', elsewhere);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <div
      ref={place}
      class="popover unplaced"
      role="dialog"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      {children}
    </div>
  );
};
