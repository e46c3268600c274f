import type { Ticket, TicketsUpdateBody } from '@parley/client';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { current, say, toast, update } from '../core';
import { AddField } from './add-field';
import { showValue } from './contact-fields';
import { EditField, Fact } from './edit-field';

/** The free fields of a ticket: answers of forms, attributes of workflows and integrations, data of the project. */
const groups = ['formData', 'attributes', 'customData'] as const;
type Group = (typeof groups)[number];
type Save = (value: unknown) => void;

const DATE = /^\d{4}-\d\d-\d\d$/;

const isList = (value: unknown): value is readonly (string | number)[] =>
  Array.isArray(value) && value.every((one) => ['string', 'number'].includes(typeof one));

/** A typed list by commas; numbers stay numbers in a list of numbers. */
const readList = (typed: string, before: readonly (string | number)[]): (string | number)[] => {
  const parts = typed
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const areNumbers = before.length > 0 && before.every((one) => typeof one === 'number');
  return areNumbers && parts.every((part) => Number.isFinite(Number(part))) ? parts.map(Number) : parts;
};

/** A number in the notation of the page, or undefined. */
const readNumber = (typed: string): number | undefined => {
  const value = Number(typed.replace(',', '.'));
  return typed !== '' && Number.isFinite(value) ? value : undefined;
};

const Truth = ({ label, value, save }: { label: string; value: boolean; save: Save | undefined }): VNode => {
  const id = useId();
  return (
    <p class="datum">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={String(value)}
        disabled={!save}
        onChange={({ currentTarget }) => save?.(currentTarget.value === 'true')}
      >
        <option value="true">{say('field.yes')}</option>
        <option value="false">{say('field.no')}</option>
      </select>
    </p>
  );
};

/** One field, edited by the type of its value; an empty text removes the field. */
const FreeField = ({
  label,
  value,
  save,
}: {
  label: string;
  value: unknown;
  save: Save | undefined;
}): VNode => {
  if (typeof value === 'boolean') return <Truth label={label} value={value} save={save} />;
  if (isList(value))
    return (
      <EditField
        label={label}
        value={value.join(', ')}
        save={save && ((typed) => save(readList(typed, value)))}
      />
    );
  if (typeof value === 'object' && value !== null) return <Fact label={label}>{showValue(value)}</Fact>;
  const change = (typed: string): void => {
    if (typeof value !== 'number' || typed === '') return save?.(typed === '' ? undefined : typed);
    const number = readNumber(typed);
    if (number === undefined) toast(say('field.number', { name: label }), { isFailure: true });
    else save?.(number);
  };
  return (
    <EditField
      label={label}
      value={showValue(value)}
      type={typeof value === 'string' && DATE.test(value) ? 'date' : 'text'}
      save={save && change}
    />
  );
};

/** The free fields of a ticket, each edited in its place, and a button for a further one. A refused change is undone, with its reason. */
export const FreeFields = ({ ticket }: { ticket: Ticket }): VNode => {
  const mayEdit = current().permissions.has('TICKET_UPDATE');
  const set = (group: Group, key: string, value: unknown): void => {
    const next: Record<string, unknown> = { ...ticket[group], [key]: value };
    if (value === undefined) delete next[key];
    const body = { [group]: next };
    void update(ticket.id, body as TicketsUpdateBody, body as Partial<Ticket>);
  };
  return (
    <>
      {groups.flatMap((group) =>
        Object.entries(ticket[group] ?? {}).map(([key, value]) => (
          <FreeField
            key={`${group} ${key}`}
            label={key}
            value={value}
            save={mayEdit ? (next) => set(group, key, next) : undefined}
          />
        )),
      )}
      {mayEdit && (
        <AddField
          names={Object.keys(ticket.customData ?? {})}
          add={(name, value) => set('customData', name, value)}
        />
      )}
    </>
  );
};
