import type { OperatingHours } from '@parley/client';
import type { VNode } from 'preact';
import { locale, say } from '../core';
import { CheckField, ChoiceField, type FormState } from '../forms';

/** The fields of opening hours in a form. */
export interface HoursValues extends Record<string, unknown> {
  'operatingHours.enabled': boolean;
  'operatingHours.timezone': string;
  'operatingHours.openingTimes': NonNullable<OperatingHours['openingTimes']>;
  'operatingHours.holidays': NonNullable<OperatingHours['holidays']>;
}

/** English names, as the API has them; weeks begin on Monday. */
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
/** A Monday, to name days by. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

const dayName = (index: number): string =>
  new Intl.DateTimeFormat(locale.value, { weekday: 'long', timeZone: 'UTC' }).format(MONDAY + index * DAY_MS);

/** The index from Monday of a day by name or number, where 0 is Sunday. */
const dayIndex = (day: string | number): number =>
  typeof day === 'number' || /^\d$/.test(day)
    ? (Number(day) + 6) % 7
    : days.indexOf(day.toLowerCase() as (typeof days)[number]);

/** The values of a form for stored hours; without any, Monday to Friday from 9 to 17. */
export const readHours = (hours: OperatingHours | undefined): HoursValues => ({
  'operatingHours.enabled': hours?.enabled ?? false,
  'operatingHours.timezone': hours?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  'operatingHours.openingTimes':
    hours?.openingTimes ??
    days.slice(0, 5).map((day) => ({ day, openingTime: '09:00', closingTime: '17:00' })),
  'operatingHours.holidays': hours?.holidays ?? [],
});

type Times = HoursValues['operatingHours.openingTimes'];
type Holidays = HoursValues['operatingHours.holidays'];

const TimeRow = ({
  time,
  change,
  remove,
}: {
  time: Times[number];
  change: (part: Partial<Times[number]>) => void;
  remove: () => void;
}): VNode => (
  <li>
    <select
      aria-label={say('hours.day')}
      value={String(dayIndex(time.day))}
      onChange={({ currentTarget: { value } }) => change({ day: days[Number(value)] as string })}
    >
      {days.map((day, at) => (
        <option key={day} value={String(at)}>
          {dayName(at)}
        </option>
      ))}
    </select>
    <input
      type="time"
      aria-label={say('hours.from')}
      value={time.openingTime}
      onInput={({ currentTarget: { value } }) => change({ openingTime: value })}
    />
    <input
      type="time"
      aria-label={say('hours.to')}
      value={time.closingTime}
      onInput={({ currentTarget: { value } }) => change({ closingTime: value })}
    />
    <Remove run={remove} />
  </li>
);

const HolidayRow = ({
  holiday,
  change,
  remove,
}: {
  holiday: Holidays[number];
  change: (part: Partial<Holidays[number]>) => void;
  remove: () => void;
}): VNode => (
  <li>
    <input
      type="date"
      aria-label={say('hours.date')}
      value={holiday.date}
      onInput={({ currentTarget: { value } }) => change({ date: value })}
    />
    <input
      aria-label={say('hours.holiday')}
      value={holiday.name ?? ''}
      onInput={({ currentTarget: { value } }) => change({ name: value })}
    />
    <Remove run={remove} />
  </li>
);

const Remove = ({ run }: { run: () => void }): VNode => (
  <button type="button" class="link" onClick={run}>
    {say('form.remove')}
  </button>
);

/** Rows of a list in the form, and a button for one more. */
const Rows = <T,>({
  label,
  add,
  rows,
  blank,
  set,
  row,
}: {
  label: string;
  add: string;
  rows: readonly T[];
  blank: () => T;
  set: (rows: T[]) => void;
  row: (one: T, change: (part: Partial<T>) => void, remove: () => void) => VNode;
}): VNode => (
  <>
    <ul class="rows" aria-label={label}>
      {rows.map((one, index) =>
        row(
          one,
          (part) => set(rows.map((other, at) => (at === index ? { ...one, ...part } : other))),
          () => set(rows.filter((_, at) => at !== index)),
        ),
      )}
    </ul>
    <button type="button" class="link" onClick={() => set([...rows, blank()])}>
      {add}
    </button>
  </>
);

/** Opening times: several rows, each a day with its hours, and days on which it is closed. */
export const HoursFields = <V extends HoursValues>({ form }: { form: FormState<V> }): VNode => {
  const { values, set } = form;
  const zone = values['operatingHours.timezone'];
  const zones = [...new Set([zone, ...Intl.supportedValuesOf('timeZone')])];
  const problem = ['openingTimes', 'holidays'].map((name) => form.problemOf(`operatingHours.${name}`));
  return (
    <fieldset class="hours">
      <legend>{say('hours')}</legend>
      <CheckField
        form={form}
        name="operatingHours.enabled"
        label={say('hours.enabled')}
        help={say('hours.help')}
      />
      {values['operatingHours.enabled'] && (
        <>
          <ChoiceField
            form={form}
            name="operatingHours.timezone"
            label={say('hours.timezone')}
            choices={zones.map((one) => [one, one])}
          />
          <Rows<Times[number]>
            label={say('hours.times')}
            add={say('hours.add')}
            rows={values['operatingHours.openingTimes']}
            blank={() => ({ day: 'monday', openingTime: '09:00', closingTime: '17:00' })}
            set={(rows) => set({ 'operatingHours.openingTimes': rows } as Partial<V>)}
            row={(time, change, remove) => <TimeRow time={time} change={change} remove={remove} />}
          />
          <Rows<Holidays[number]>
            label={say('hours.holidays')}
            add={say('hours.holidays.add')}
            rows={values['operatingHours.holidays']}
            blank={() => ({ date: new Date().toISOString().slice(0, 10), name: '' })}
            set={(rows) => set({ 'operatingHours.holidays': rows } as Partial<V>)}
            row={(holiday, change, remove) => (
              <HolidayRow holiday={holiday} change={change} remove={remove} />
            )}
          />
        </>
      )}
      <p role="alert" class="failure">
        {problem.filter(Boolean).join(' ')}
      </p>
    </fieldset>
  );
};
