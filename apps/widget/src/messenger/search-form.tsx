import type { VNode } from 'preact';
import { Form } from '../ui';
import type { Parts } from './parts';

/** Asks the help center. */
export const SearchForm = ({ app, say, term }: Pick<Parts, 'app' | 'say'> & { term: string }): VNode => (
  <Form
    class="search"
    send={(form) => {
      const asked = new FormData(form).get('term');
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
  </Form>
);
