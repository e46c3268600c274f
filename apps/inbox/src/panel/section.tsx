import { signal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { say } from '../core';
import type { Answer } from '../ui';

/** Sections that are open before anything was chosen. */
const OPEN_AT_FIRST = ['contact', 'details', 'tickets'];
const STORED = 'parley-inbox-sections';

const readStored = (): Readonly<Record<string, boolean>> => {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? '{}') as Record<string, boolean>;
  } catch {
    return {};
  }
};

const chosen = signal(readStored());

const isOpen = (id: string): boolean => chosen.value[id] ?? OPEN_AT_FIRST.includes(id);

const toggle = (id: string): void => {
  chosen.value = { ...chosen.value, [id]: !isOpen(id) };
  localStorage.setItem(STORED, JSON.stringify(chosen.value));
};

/** A part of the panel that can be folded. Its content exists only while it is open, so that a folded one requests nothing. */
export const Section = ({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ComponentChildren;
}): VNode => (
  <section class="fold" aria-labelledby={`section-${id}`}>
    <h2 id={`section-${id}`}>
      <button type="button" aria-expanded={isOpen(id)} onClick={() => toggle(id)}>
        {title}
      </button>
    </h2>
    {isOpen(id) && <div class="content">{children}</div>}
  </section>
);

/** Draws an answer once it is there; says why there is none, and that a list is empty. */
export const Answered = <T,>({
  answer: { value, failure, again },
  empty,
  children,
}: {
  answer: Answer<T>;
  /** Text of an empty list. */
  empty?: string;
  children: (value: T) => ComponentChildren;
}): VNode => {
  if (failure !== undefined)
    return (
      <p class="hint" role="status">
        {failure}{' '}
        <button type="button" class="link" onClick={again}>
          {say('panel.again')}
        </button>
      </p>
    );
  if (value === undefined) return <p class="hint">{say('panel.loading')}</p>;
  if (empty !== undefined && Array.isArray(value) && value.length === 0) return <p class="hint">{empty}</p>;
  return <>{children(value)}</>;
};
