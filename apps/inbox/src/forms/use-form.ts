import { ParleyError } from '@parley/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { explain, say, toast } from '../core';

/** Values of a form by the paths that the API has for them: `incoming.host`. */
export type Values = Record<string, unknown>;

/** A form: its values, whether they changed, and the answer of the API. */
export interface FormState<V extends Values> {
  values: V;
  set: (change: Partial<V>) => void;
  isDirty: boolean;
  isBusy: boolean;
  /** The problem that the API has with a field. */
  problemOf: (name: string) => string | undefined;
  /** Its problems beside the fields of the form. */
  failure: string;
  submit: (event?: Event) => void;
  /** Saves in another way, with the same handling of its answer. */
  submitAs: (save: (values: V) => Promise<unknown>) => void;
}

interface Refusal {
  message: string;
  errors: readonly { field: string; message: string }[];
}

const none: Refusal = { message: '', errors: [] };

const isAbout = (field: string, name: string): boolean => field === name || field.startsWith(`${name}.`);

/** A path without the object that all fields of the form are in. */
const below = (field: string, under: string): string =>
  under !== '' && field.startsWith(`${under}.`) ? field.slice(under.length + 1) : field;

const readRefusal = (error: unknown): Refusal => ({
  message: explain(error),
  errors: error instanceof ParleyError ? error.errors : [],
});

/** Asks before the window closes on changes. */
const useGuard = (isDirty: boolean): void => {
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isDirty]);
};

/**
 * State of a form.
 *
 * @param save Sends the values; a refusal is shown at its fields.
 * @param options.under Name of the object that the fields are in, in the paths that the API answers.
 * @param options.isNew Whether the thing does not exist yet: it can be saved as it is.
 */
export const useForm = <V extends Values>(
  initial: V,
  save: (values: V) => Promise<unknown>,
  { isNew = false, under = '' }: { isNew?: boolean; under?: string } = {},
): FormState<V> => {
  const [kept, setKept] = useState(initial);
  const [values, setValues] = useState(initial);
  // The latest values: a save may clear some, such as passwords.
  const latest = useRef(initial);
  const [refusal, setRefusal] = useState(none);
  const [isBusy, setBusy] = useState(false);
  const isDirty = isNew || JSON.stringify(values) !== JSON.stringify(kept);
  useGuard(!isNew && isDirty);
  const send = async (run: (values: V) => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setRefusal(none);
    try {
      await run(values);
      setKept(latest.current);
      toast(say('form.saved'));
    } catch (error) {
      setRefusal(readRefusal(error));
    } finally {
      setBusy(false);
    }
  };
  const names = Object.keys(values);
  const { message } = refusal;
  const errors = refusal.errors.map((one) => ({ ...one, field: below(one.field, under) }));
  const others = errors.filter(({ field }) => !names.some((name) => isAbout(field, name)));
  return {
    values,
    set: (change) => {
      latest.current = { ...latest.current, ...change };
      setValues(latest.current);
    },
    isDirty,
    isBusy,
    problemOf: (name) =>
      errors
        .filter(({ field }) => isAbout(field, name))
        .map((one) => one.message)
        .join(' ') || undefined,
    failure: [message, ...others.map((one) => `${one.field}: ${one.message}`)].filter(Boolean).join(' '),
    submit: (event) => {
      event?.preventDefault();
      if (!isBusy) void send(save);
    },
    submitAs: (run) => {
      if (!isBusy) void send(run);
    },
  };
};
