import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { say } from '../core';
import { Asking } from '../ui';

/** The longest name of a field. */
const MAX_NAME = 128;

/** A button that asks for the name and the value of a further field. */
export const AddField = ({
  names,
  add,
}: {
  /** Names of the fields that exist. */
  names: readonly string[];
  add: (name: string, value: string) => void;
}): VNode => {
  const [isOpen, setOpen] = useState(false);
  const [message, setMessage] = useState('');
  const close = (): void => {
    setOpen(false);
    setMessage('');
  };
  const submit = (form: HTMLFormElement): void => {
    const values = new FormData(form);
    const name = String(values.get('name')).trim();
    if (names.includes(name)) return setMessage(say('field.exists', { name }));
    add(name, String(values.get('value')).trim());
    close();
  };
  return (
    <>
      <button type="button" class="link" onClick={() => setOpen(true)}>
        {say('field.add')}
      </button>
      {isOpen && (
        <Asking
          label={say('field.add')}
          button={say('field.add.done')}
          message={message}
          isBusy={false}
          submit={submit}
          close={close}
        >
          <p class="field">
            <label for="field-name">{say('field.name')}</label>
            <input id="field-name" name="name" dir="auto" required pattern=".*\S.*" maxLength={MAX_NAME} />
          </p>
          <p class="field">
            <label for="field-value">{say('field.value')}</label>
            <input id="field-value" name="value" dir="auto" required />
          </p>
        </Asking>
      )}
    </>
  );
};
