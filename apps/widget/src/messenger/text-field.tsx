import type { TextareaHTMLAttributes, VNode } from 'preact';
import type { Draft } from './drafts';

interface FieldProps extends Pick<TextareaHTMLAttributes, 'maxLength' | 'onPaste'> {
  draft: Draft;
  label: string;
  /** By Enter; Shift and Enter begin a line. */
  submit: () => void;
  onTyped?: () => void;
}

/** Where the visitor writes a text. */
export const TextField = ({ draft, label, submit, onTyped, ...more }: FieldProps): VNode => (
  <textarea
    {...more}
    ref={draft.show}
    rows={2}
    dir="auto"
    aria-label={label}
    placeholder={label}
    onInput={({ currentTarget }) => {
      draft.note(currentTarget.value);
      onTyped?.();
    }}
    onKeyDown={(event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      submit();
    }}
  />
);
