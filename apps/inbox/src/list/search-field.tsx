import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { say } from '../core';
import { Icon } from '../ui';

/** The text of the search; empty shows the list. */
export const searchText = signal('');

const ID = 'search';

/** Puts the caret into the search. */
export const focusSearch = (): void => {
  const field = document.getElementById(ID);
  if (field instanceof HTMLInputElement) {
    field.focus();
    field.select();
  }
};

/** Leaves the search: the list is back. */
export const leaveSearch = (): void => {
  searchText.value = '';
  document.getElementById(ID)?.blur();
};

/** The search of everything. Its results are the list `search-results`, a part that the first letters load. */
export const SearchField = (): VNode => (
  <p class="search">
    <Icon name="search" />
    <input
      id={ID}
      type="search"
      autocomplete="off"
      spellcheck={false}
      aria-label={say('search')}
      aria-autocomplete="list"
      aria-controls={searchText.value === '' ? undefined : 'search-results'}
      placeholder={say('search.hint')}
      value={searchText.value}
      onInput={({ currentTarget }) => void (searchText.value = currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        leaveSearch();
      }}
    />
  </p>
);
