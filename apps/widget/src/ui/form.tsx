import type { ComponentChildren, VNode } from 'preact';

interface FormProps {
  class?: string;
  /** Called once all fields are valid. */
  send: (form: HTMLFormElement) => void;
  children: ComponentChildren;
}

/**
 * A form that its button sends. A frame without `allow-forms` gets no `submit`, so the click counts: browsers also click the button when
 * Enter is pressed in a field.
 */
export const Form = ({ send, children, ...more }: FormProps): VNode => (
  <form
    {...more}
    onClick={(event) => {
      const form = event.currentTarget;
      if (!(event.target instanceof Element) || !event.target.closest('[type=submit]')) return;
      event.preventDefault();
      if (form.reportValidity()) send(form);
    }}
  >
    {children}
  </form>
);
