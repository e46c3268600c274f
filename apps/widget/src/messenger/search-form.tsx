import type { VNode } from 'preact';
import type { Parts } from './parts';

/** Asks the help center. */
export const SearchForm = ({ app, say, term }: Pick<Parts, 'app' | 'say'> & { term: string }): VNode => (
  <form
    class="search"
    onSubmit={(event) => {
      event.preventDefault();
      const asked = new FormData(event.currentTarget).get('term');
      if (typeof asked === 'string' && asked.trim() !== '')
        app.store.set({ view: { name: 'search', term: asked.trim() } });
    }}
  >
    <input
      type="search"
      name="term"
      defaultValue={term}
      maxLength={500}
      aria-label={say('search')}
      placeholder={say('search')}
    />
    <button type="submit">{say('search.submit')}</button>
  </form>
);
