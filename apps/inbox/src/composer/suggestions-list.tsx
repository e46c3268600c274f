import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Suggestions } from './use-suggest';

/** The attributes by which a field names its list to screen readers. */
export const listAttributes = (list: Suggestions | undefined): Record<string, string | undefined> => ({
  'aria-autocomplete': 'list',
  'aria-controls': list?.id,
  'aria-activedescendant': list && `${list.id}-${list.active}`,
});

/** The list above the field; the focus stays in the field. */
export const SuggestionsList = ({ list }: { list: Suggestions }): VNode => {
  const { id, label, options, active, setActive, pick } = list;
  useEffect(() => document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' }), [active]);
  return (
    <ul id={id} class="suggest" role="listbox" aria-label={label}>
      {options.map((option, index) => (
        <li
          key={option.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          onPointerMove={() => setActive(index)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => pick(option)}
        >
          <span dir="auto">{option.label}</span>
          {option.hint && (
            <small dir="auto" class="snippet">
              {option.hint}
            </small>
          )}
        </li>
      ))}
    </ul>
  );
};
