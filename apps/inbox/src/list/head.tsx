import type { VNode } from 'preact';
import { findView, list, order, type Order, say, setOrder } from '../core';
import { SearchField } from './search-field';
import { ViewMenu } from './view-menu';

const Sorting = ({ isSaved }: { isSaved: boolean }): VNode | null =>
  // A saved view has its own.
  isSaved ? null : (
    <select
      aria-label={say('list.order')}
      value={order.value}
      onChange={({ currentTarget }) => setOrder(currentTarget.value as Order)}
    >
      <option value="newest">{say('list.newest')}</option>
      <option value="oldest">{say('list.oldest')}</option>
    </select>
  );

/** The head of the list: the search, the view, its order. */
export const Head = ({ view }: { view: string }): VNode => {
  const found = findView(view);
  const { total } = list.value;
  return (
    <header>
      <SearchField />
      <h1>{found.text ? say(found.text) : found.name}</h1>
      <span class="count">{total === undefined ? ' ' : say('list.count', { count: total })}</span>
      <ViewMenu view={found} />
      <Sorting isSaved={found.saved?.sort !== undefined} />
    </header>
  );
};
