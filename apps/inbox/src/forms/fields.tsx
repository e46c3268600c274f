import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { FormState, Values } from './use-form';

interface Of<V extends Values> {
  form: FormState<V>;
  name: keyof V & string;
  label: string;
  help?: string | undefined;
}

/** The attributes that lead from a field to its help and its problem. */
interface Described {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
}

/** A field's name above it, help and problem below. */
const Frame = <V extends Values>({
  form,
  name,
  label,
  help,
  children,
}: Of<V> & { children: (described: Described) => ComponentChildren }): VNode => {
  const id = useId();
  const problem = form.problemOf(name);
  const about = [help === undefined ? '' : `${id}-help`, problem === undefined ? '' : `${id}-problem`];
  const described = about.filter(Boolean).join(' ') || undefined;
  return (
    <p class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': described, 'aria-invalid': problem !== undefined })}
      {help !== undefined && <small id={`${id}-help`}>{help}</small>}
      {problem !== undefined && (
        <small id={`${id}-problem`} class="problem">
          {problem}
        </small>
      )}
    </p>
  );
};

interface Input {
  type?: string;
  required?: boolean;
  maxLength?: number;
  min?: string;
  autocomplete?: string;
  placeholder?: string;
  disabled?: boolean;
  dir?: 'auto' | 'ltr';
}

/** A line of text, a number, a password, a colour or a time. */
export const TextField = <V extends Values>({
  form,
  name,
  label,
  help,
  type = 'text',
  ...input
}: Of<V> & Input): VNode => (
  <Frame form={form} name={name} label={label} help={help}>
    {(described) => (
      <input
        {...described}
        {...input}
        type={type as 'text'}
        name={name}
        value={String(form.values[name] ?? '')}
        onInput={({ currentTarget: { value } }) => form.set({ [name]: value } as Partial<V>)}
      />
    )}
  </Frame>
);

/** Several lines of text. */
export const LinesField = <V extends Values>({
  form,
  name,
  label,
  help,
  rows = 6,
}: Of<V> & { rows?: number }): VNode => (
  <Frame form={form} name={name} label={label} help={help}>
    {(described) => (
      <textarea
        {...described}
        name={name}
        rows={rows}
        dir="auto"
        value={String(form.values[name] ?? '')}
        onInput={({ currentTarget: { value } }) => form.set({ [name]: value } as Partial<V>)}
      />
    )}
  </Frame>
);

/** One of several. */
export const ChoiceField = <V extends Values>({
  form,
  name,
  label,
  help,
  choices,
}: Of<V> & { choices: readonly (readonly [value: string, label: string])[] }): VNode => (
  <Frame form={form} name={name} label={label} help={help}>
    {(described) => (
      <select
        {...described}
        name={name}
        value={String(form.values[name] ?? '')}
        onChange={({ currentTarget: { value } }) => form.set({ [name]: value } as Partial<V>)}
      >
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Frame>
);

/** Yes or no. */
export const CheckField = <V extends Values>({ form, name, label, help }: Of<V>): VNode => {
  const id = useId();
  return (
    <p class="check">
      <input
        id={id}
        type="checkbox"
        name={name}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        checked={form.values[name] === true}
        onChange={({ currentTarget: { checked } }) => form.set({ [name]: checked } as Partial<V>)}
      />
      <label for={id}>{label}</label>
      {help !== undefined && <small id={`${id}-help`}>{help}</small>}
    </p>
  );
};

/** Some of several. */
export const ChecksField = <V extends Values>({
  form,
  name,
  label,
  help,
  choices,
}: Of<V> & { choices: readonly (readonly [value: string, label: string])[] }): VNode => {
  const chosen = (form.values[name] ?? []) as readonly string[];
  const problem = form.problemOf(name);
  const toggle = (value: string): void => {
    const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
    form.set({ [name]: next } as unknown as Partial<V>);
  };
  return (
    <fieldset class="checks">
      <legend>{label}</legend>
      {choices.map(([value, text]) => (
        <label key={value}>
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
          {text}
        </label>
      ))}
      {help !== undefined && <small>{help}</small>}
      {problem !== undefined && <small class="problem">{problem}</small>}
    </fieldset>
  );
};
