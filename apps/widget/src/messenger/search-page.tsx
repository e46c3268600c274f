import type { VNode } from 'preact';
import { Html, Linked, safeHref } from '../ui';
import type { Parts } from './parts';
import { SearchForm } from './search-form';
import { useLoaded } from './use-loaded';

interface Hit {
  id: string;
  title: string;
  /** HTML that is safe to insert: the words found are marked. */
  snippet?: string;
}

interface Answer {
  answer: string;
  answered: boolean;
  sources: { id: string; title: string; url: string }[];
}

const LIMIT = 10;

/** The help center's answer to a question: a text, and its source articles. */
const AnswerBox = ({ answer, app, say }: Pick<Parts, 'app' | 'say'> & { answer: Answer }): VNode => (
  <div class="answer" role="group" aria-label={say('answer')}>
    <p>
      <Linked text={answer.answer} />
    </p>
    {answer.sources.length > 0 && (
      <>
        <h3>{say('answer.sources')}</h3>
        <ul>
          {answer.sources.map(({ id, title, url }) => (
            <li key={id}>
              <a
                href={safeHref(url) ?? '#'}
                onClick={(event) => {
                  event.preventDefault();
                  app.store.set({ view: { name: 'article', ref: id } });
                }}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </>
    )}
  </div>
);

/** Articles that have the words, and an answer that is made of them. */
export const SearchPage = ({ app, say, term }: Parts & { term: string }): VNode => {
  const { send, language, store } = app;
  const lang = `&lang=${encodeURIComponent(language())}`;
  const asked = encodeURIComponent(term);
  const found = useLoaded(() =>
    send<{ data: { hits: Hit[] } }>(
      'GET',
      `/shared/helpcenter/search?searchTerm=${asked}&limit=${LIMIT}${lang}`,
    ),
  );
  const answer = useLoaded(() =>
    send<Answer>('GET', `/shared/helpcenter/answer?question=${asked}${lang}`, undefined, { isSlow: true }),
  );
  const hits = found.value?.data.hits;
  return (
    <div class="page">
      <SearchForm app={app} say={say} term={term} />
      {answer.value?.answered && <AnswerBox answer={answer.value} app={app} say={say} />}
      <h3>{say('search.results')}</h3>
      <p class="quiet" role="status">
        {found.hasFailed && say('failed')}
        {!hits && !found.hasFailed && say('loading')}
        {hits?.length === 0 && say('search.none')}
      </p>
      <ul class="list">
        {hits?.map(({ id, title, snippet }) => (
          <li key={id}>
            <button
              type="button"
              class="row"
              onClick={() => store.set({ view: { name: 'article', ref: id } })}
            >
              <strong>{title}</strong>
              {snippet && <Html html={snippet} />}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" class="main" onClick={() => store.set({ view: { name: 'conversation' } })}>
        {say('conversation.new')}
      </button>
    </div>
  );
};
