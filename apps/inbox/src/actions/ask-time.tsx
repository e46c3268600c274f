import type { VNode } from 'preact';
import { say } from '../core';
import { Asking } from '../ui';

const MINUTE_MS = 60_000;

/** A time as a field of a form has it: on the clock of this browser, without seconds. */
const toField = (time: Date): string =>
  new Date(time.getTime() - time.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);

/** A dialog for a date and a time to come. */
export const AskTime = ({
  label,
  pick,
  close,
}: {
  label: string;
  pick: (at: Date) => void;
  close: () => void;
}): VNode => {
  const soon = toField(new Date(Date.now() + MINUTE_MS));
  return (
    <Asking
      label={label}
      button={label}
      message=""
      isBusy={false}
      close={close}
      submit={(form) => {
        close();
        pick(new Date(String(new FormData(form).get('at'))));
      }}
    >
      <p class="field">
        <label for="asked-time">{say('snooze.time')}</label>
        <input id="asked-time" name="at" type="datetime-local" required min={soon} />
      </p>
    </Asking>
  );
};
