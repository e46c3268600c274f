import type { InputHTMLAttributes, VNode } from 'preact';
import { useId } from 'preact/hooks';

/** A field with its name above, and a line of help below. */
export const Field = ({
  label,
  help,
  ...input
}: { label: string; help?: string } & InputHTMLAttributes<HTMLInputElement>): VNode => {
  const id = useId();
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <input id={id} aria-describedby={help === undefined ? undefined : `${id}-help`} {...input} />
      {help !== undefined && <small id={`${id}-help`}>{help}</small>}
    </p>
  );
};
