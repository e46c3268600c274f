import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { explain, say, toast } from '../core';
import { Dialog } from '../ui';
import type { FormState, Values } from './use-form';

/** Asks before something is done that cannot be undone. */
export const ConfirmButton = ({
  label,
  question,
  run,
  plain = false,
}: {
  label: string;
  question: string;
  run: () => Promise<unknown>;
  plain?: boolean;
}): VNode => {
  const [isOpen, setOpen] = useState(false);
  const confirm = (): void => {
    setOpen(false);
    run().catch((error: unknown) => toast(explain(error), { isFailure: true }));
  };
  return (
    <>
      <button type="button" class={plain ? 'link' : 'plain danger'} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Dialog label={question} close={() => setOpen(false)}>
          <p>{question}</p>
          <p class="buttons">
            <button type="button" class="main danger" onClick={confirm}>
              {label}
            </button>
            <button type="button" class="plain" onClick={() => setOpen(false)}>
              {say('form.cancel')}
            </button>
          </p>
        </Dialog>
      )}
    </>
  );
};

/** A form with its fields, `Save`, and `Delete` where the thing can be deleted. The focus goes to the first field that was refused. */
export const Form = <V extends Values>({
  form,
  label,
  children,
  save,
  remove,
  more,
}: {
  form: FormState<V>;
  label: string;
  children: ComponentChildren;
  save?: string | undefined;
  remove?: { question: string; run: () => Promise<unknown> } | undefined;
  /** Further buttons. */
  more?: ComponentChildren;
}): VNode => {
  const element = useRef<HTMLFormElement>(null);
  const { failure, isBusy, isDirty, submit } = form;
  useLayoutEffect(() => {
    if (failure !== '') element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [failure]);
  return (
    <form ref={element} class="form" aria-label={label} onSubmit={submit}>
      {children}
      <p role="alert" class="failure">
        {failure}
      </p>
      <p class="buttons">
        <button type="submit" class="main" disabled={isBusy || !isDirty}>
          {save ?? say('form.save')}
        </button>
        {more}
        {remove && <ConfirmButton label={say('form.delete')} {...remove} />}
      </p>
    </form>
  );
};
