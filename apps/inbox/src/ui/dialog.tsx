import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** A modal dialog; the browser keeps the focus in it, and gives it back. */
export const Dialog = ({
  label,
  close,
  children,
}: {
  label: string;
  close: () => void;
  children: ComponentChildren;
}): VNode => {
  const element = useRef<HTMLDialogElement>(null);
  const [before] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    element.current?.showModal();
    // A dialog that leaves the page does not do it by itself.
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      aria-label={label}
      onClose={close}
      onKeyDown={(event) => event.stopPropagation()}
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
    >
      <div class="inside">{children}</div>
    </dialog>
  );
};
