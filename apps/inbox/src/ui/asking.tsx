import type { ComponentChildren, VNode } from 'preact';
import { say } from '../core';
import { Dialog } from './dialog';

/** A dialog with one form: its title, its fields, the reason of a refusal, and the buttons to submit and to cancel. */
export const Asking = ({
  label,
  title = label,
  button,
  message,
  isBusy,
  submit,
  close,
  children,
}: {
  label: string;
  title?: string;
  /** Name of the button that submits. */
  button: string;
  message: string;
  isBusy: boolean;
  submit: (form: HTMLFormElement) => void;
  close: () => void;
  children: ComponentChildren;
}): VNode => (
  <Dialog label={label} close={close}>
    <form
      class="asking"
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      <h2>{title}</h2>
      {children}
      <p role="alert" class="message">
        {message}
      </p>
      <p class="bar">
        <button type="submit" class="main" disabled={isBusy}>
          {button}
        </button>
        <button type="button" class="plain" onClick={close}>
          {say('cancel')}
        </button>
      </p>
    </form>
  </Dialog>
);
