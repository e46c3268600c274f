import type { VNode } from 'preact';
import type { View } from './view';

/** The form that asks the help center; every page has one at most. Its script asks for suggestions where `data-suggest` says. */
export const SearchForm = ({ view, query = '' }: { view: View; query?: string }): VNode => (
  <form
    class="search"
    role="search"
    method="get"
    action={`${view.base}/${view.language}/search`}
    data-suggest={`${view.base}/${view.language}/suggest?q=`}
    data-label={view.texts['helpcenter.search.suggestions']}
  >
    <label for="q">{view.texts['helpcenter.search.label']}</label>
    <input
      id="q"
      name="q"
      type="search"
      value={query}
      maxlength={500}
      placeholder={view.texts['helpcenter.search.placeholder']}
      autocomplete="off"
    />
    <button type="submit">{view.texts['helpcenter.search.submit']}</button>
  </form>
);
