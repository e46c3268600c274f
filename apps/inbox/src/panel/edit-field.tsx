import type { VNode } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';

/** A value that is edited in its place: Enter or leaving the field saves it, Escape keeps the former one. */
export const EditField = ({
  label,
  value,
  save,
  type = 'text',
}: {
  label: string;
  value: string;
  /** Without it the value cannot be changed. */
  save?: ((value: string) => void) | undefined;
  type?: 'text' | 'email' | 'tel' | 'date';
}): VNode => {
  const id = useId();
  const typed = useRef<string | undefined>(undefined);
  const [, draw] = useState(0);
  const set = (text: string | undefined): void => {
    typed.current = text;
    draw((times) => times + 1);
  };
  return (
    <p class="datum">
      <label for={id}>{label}</label>
      <input
        id={id}
        // The types of this element differ only in what they suggest.
        type={type as 'text'}
        dir="auto"
        autocomplete="off"
        placeholder="–"
        readOnly={!save}
        value={typed.current ?? value}
        onInput={({ currentTarget }) => set(currentTarget.value)}
        onBlur={() => {
          const { current: text } = typed;
          if (text !== undefined && text.trim() !== value) save?.(text.trim());
          set(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') set(undefined);
          else if (event.key !== 'Enter' || event.isComposing) return;
          event.preventDefault();
          event.stopPropagation();
          event.currentTarget.blur();
        }}
      />
    </p>
  );
};

/** A value that is only shown. */
export const Fact = ({ label, children }: { label: string; children: VNode | string }): VNode => (
  <p class="datum">
    <span>{label}</span>
    <span dir="auto">{children}</span>
  </p>
);
