import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Popover } from './popover';

/** Something that can be picked. */
export interface Choice {
  id: string;
  label: string;
  /** Further words that find it. */
  hint?: string;
  isChosen?: boolean;
  /** The key that does the same. */
  keys?: string;
}

/** A list to pick from by pointer, arrows or the first letters. */
export const Choices = ({
  label,
  choices,
  pick,
  create,
  filter,
}: {
  label: string;
  choices: readonly Choice[];
  pick: (id: string) => void;
  /** The name, in the list, of a new choice made of the typed text. */
  create?: ((typed: string) => string) | undefined;
  /** Name of the field that filters. */
  filter: string;
}): VNode => {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const words = typed.trim().toLowerCase();
  const found = choices.filter(({ label: name, hint = '' }) =>
    `${name} ${hint}`.toLowerCase().includes(words),
  );
  const isNew =
    create !== undefined && words !== '' && !choices.some(({ label: name }) => name.toLowerCase() === words);
  const shown = [...found, ...(isNew ? [{ id: typed.trim(), label: create(typed.trim()) }] : [])];
  const at = Math.min(active, shown.length - 1);
  useLayoutEffect(() => field.current?.focus(), []);
  useEffect(() => document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' }), [at]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && shown.length > 0) setActive((at + step + shown.length) % shown.length);
    else if (event.key === 'Enter' && !event.isComposing && shown[at]) pick(shown[at].id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <input
        ref={field}
        class="filter"
        type="text"
        role="combobox"
        autocomplete="off"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        aria-label={filter}
        placeholder={filter}
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={id} class="choices" role="listbox" aria-label={label}>
        {shown.map((choice, index) => (
          <li
            key={choice.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={choice.isChosen ?? false}
            class={index === at ? 'active' : undefined}
            onPointerMove={() => setActive(index)}
            onClick={() => pick(choice.id)}
          >
            {choice.label}
            {choice.keys !== undefined && <kbd aria-hidden="true">{choice.keys}</kbd>}
          </li>
        ))}
      </ul>
    </>
  );
};

/** A button with a list to pick from. */
export const Picker = ({
  label,
  children,
  isOpen,
  setOpen,
  stays = false,
  disabled = false,
  description,
  ...list
}: {
  label: string;
  children: ComponentChildren;
  isOpen: boolean;
  setOpen: (open: boolean) => void;
  /** Whether it stays open after a pick: several can be picked. */
  stays?: boolean;
  disabled?: boolean;
  /** The present choice, for screen readers. */
  description?: string;
  choices: readonly Choice[];
  pick: (id: string) => void;
  create?: (typed: string) => string;
  filter: string;
}): VNode => {
  const anchor = useRef<HTMLButtonElement>(null);
  const close = (): void => setOpen(false);
  return (
    <>
      <button
        ref={anchor}
        type="button"
        class="tool"
        aria-label={label}
        aria-description={description}
        title={label}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        disabled={disabled}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen && (
        <Popover anchor={anchor} label={label} close={close}>
          <Choices
            label={label}
            {...list}
            pick={(id) => {
              list.pick(id);
              if (!stays) close();
            }}
          />
        </Popover>
      )}
    </>
  );
};
