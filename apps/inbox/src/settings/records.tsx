import type { ComponentChildren, VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { say, type TextKey } from '../core';
import { type Reading, useRead } from '../ui';

/** The id in the path of something that does not exist yet. */
const NEW = 'new';

/** Properties of the form of a record. */
export interface FormProps<T> {
  record: T | undefined;
  /** Back to the list, which is read again. */
  leave: () => Promise<void>;
  /** Reads the list again, and stays, or opens another record. */
  stay: (id?: string) => Promise<void>;
}

/** The list of a section, and the form of the one that is open. */
export const Records = <T extends { id: string }>({
  base,
  id,
  title,
  hint,
  add,
  empty,
  read,
  row,
  tools,
  form: FormOf,
}: {
  /** Path of the list. */
  base: string;
  id: string | undefined;
  title: string;
  hint?: string | undefined;
  add: TextKey;
  empty: TextKey;
  read: () => Promise<readonly T[]>;
  row: (record: T) => { name: string; about?: ComponentChildren };
  tools?: (record: T, all: readonly T[], reload: () => Promise<void>) => ComponentChildren;
  form: (props: FormProps<T>) => VNode;
}): VNode => {
  const { route } = useLocation();
  const reading = useRead(read, [base]);
  const { data, reload } = reading;
  if (id !== undefined) {
    const record = data?.find((one) => one.id === id);
    const leave = async (): Promise<void> => {
      await reload();
      route(base);
    };
    const stay = async (to?: string): Promise<void> => {
      await reload();
      if (to !== undefined) route(`${base}/${to}`, true);
    };
    return (
      <>
        <Crumbs base={base} title={title} name={record ? row(record).name : say(add)} />
        {id === NEW || record ? (
          <FormOf key={id} record={record} leave={leave} stay={stay} />
        ) : (
          <State reading={reading} gone />
        )}
      </>
    );
  }
  return (
    <>
      <header>
        <h1>{title}</h1>
        <a class="button main" href={`${base}/${NEW}`}>
          {say(add)}
        </a>
      </header>
      {hint !== undefined && <p class="hint">{hint}</p>}
      <State reading={reading} />
      {data?.length === 0 && <p class="hint">{say(empty)}</p>}
      <ul class="records" aria-label={title}>
        {data?.map((record) => {
          const { name, about } = row(record);
          return (
            <li key={record.id}>
              <a href={`${base}/${record.id}`}>
                <strong dir="auto">{name}</strong>
                <span class="about">{about}</span>
              </a>
              {tools?.(record, data, reload)}
            </li>
          );
        })}
      </ul>
    </>
  );
};

/** Where a form is: a link back to its list, and its name. */
export const Crumbs = ({ base, title, name }: { base: string; title: string; name: string }): VNode => (
  <header>
    <h1>
      <a href={base}>{title}</a> <span aria-hidden="true">›</span> <span dir="auto">{name}</span>
    </h1>
  </header>
);

/** Loading, failed, or not there. */
export const State = ({
  reading,
  gone = false,
}: {
  reading: Reading<unknown>;
  gone?: boolean;
}): VNode | null => {
  if (reading.failure !== '') return <p class="failure">{reading.failure}</p>;
  if (reading.data === undefined) return <p class="hint">{say('settings.loading')}</p>;
  return gone ? <p class="hint">{say('settings.gone')}</p> : null;
};
