import type { GetFactsResponse } from '@parley/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { now, say, teams } from '../core';
import { useRead } from '../ui';
import { Bars } from './bars';
import { duration, number } from './format';
import { type FiguresData, type PersonRow, type Question, readFigures } from './read';

const periods = [7, 30, 90] as const;
/** The end of the scale of ratings. */
const BEST = 10;

const Fact = ({ name, value, about }: { name: string; value: string; about?: string }): VNode => (
  <div class="fact">
    <dt>{name}</dt>
    <dd>
      <strong>{value}</strong>
      {about !== undefined && <small>{about}</small>}
    </dd>
  </div>
);

const before = (value: number | null | undefined, format: (value: number) => string): string =>
  say('figures.before', { value: value == null ? '–' : format(value) });

/** A count, and the count of the period before. */
const readCount = (fact: GetFactsResponse): { value: string; about: string } => ({
  value: number(fact.value ?? 0),
  about: before(fact.previousValue, number),
});

const Facts = ({ data: { open, waiting, waitingSince, facts } }: { data: FiguresData }): VNode => {
  const response = facts.MEDIAN_FIRST_RESPONSE_TIME;
  const rating = facts.MEDIAN_CONVERSATION_RATING;
  const waited = waitingSince === undefined ? 0 : (now.value - Date.parse(waitingSince)) / 1000;
  return (
    <dl class="facts-of-team">
      <Fact
        name={say('figures.waiting')}
        value={number(waiting)}
        {...(waiting > 0 && { about: say('figures.longest', { time: duration(Math.max(0, waited)) }) })}
      />
      <Fact name={say('figures.open')} value={number(open)} />
      <Fact
        name={say('figures.first-response')}
        value={response.rawValue == null ? '–' : duration(response.rawValue)}
        about={before(response.previousRawValue, duration)}
      />
      <Fact name={say('figures.replies')} {...readCount(facts.TICKET_REPLIES_COUNT)} />
      <Fact name={say('figures.new')} {...readCount(facts.NEW_TICKETS_COUNT)} />
      <Fact name={say('figures.closed')} {...readCount(facts.TICKET_CLOSE_COUNT)} />
      <Fact
        name={say('figures.rating')}
        value={rating.value == null ? '–' : say('figures.of-ten', { value: number(rating.value) })}
        about={say('figures.ratings', { count: rating.count ?? 0 })}
      />
    </dl>
  );
};

const People = ({ people }: { people: readonly PersonRow[] }): VNode => (
  <section>
    <h2>{say('figures.people')}</h2>
    {people.length === 0 ? (
      <p class="hint">{say('figures.nothing')}</p>
    ) : (
      <div class="wide" tabIndex={0} role="region" aria-label={say('figures.people')}>
        <table aria-label={say('figures.people')}>
          <thead>
            <tr>
              {(['person', 'open', 'replies', 'closed', 'first-response', 'rating'] as const).map(
                (column) => (
                  <th key={column} scope="col">
                    {say(`figures.${column}`)}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {people.map((one) => (
              <tr key={one.id}>
                <th scope="row" dir="auto">
                  {one.name}
                </th>
                <td>{number(one.open)}</td>
                <td>{number(one.replies)}</td>
                <td>{number(one.closed)}</td>
                <td>{one.firstResponse === undefined ? '–' : duration(one.firstResponse)}</td>
                <td>
                  {one.rating === undefined ? '–' : say('figures.of-ten', { value: number(one.rating) })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </section>
);

const Choose = ({ question, ask }: { question: Question; ask: (question: Question) => void }): VNode => (
  <header>
    <h1>{say('page.figures')}</h1>
    <select
      aria-label={say('figures.period')}
      value={String(question.days)}
      onChange={({ currentTarget: { value } }) => ask({ ...question, days: Number(value) })}
    >
      {periods.map((days) => (
        <option key={days} value={String(days)}>
          {say('figures.days', { days })}
        </option>
      ))}
    </select>
    <select
      aria-label={say('figures.team')}
      value={question.team}
      onChange={({ currentTarget: { value } }) => ask({ ...question, team: value })}
    >
      <option value="">{say('figures.all-teams')}</option>
      {teams.value.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  </header>
);

/** How it goes: what waits now, and answers and ratings of a period. */
export const Figures = (): VNode => {
  const [question, setQuestion] = useState<Question>({ days: 30, team: '' });
  const { data, failure } = useRead(() => readFigures(question), [question.days, question.team]);
  return (
    <main class="page figures" aria-label={say('page.figures')} aria-busy={data === undefined}>
      <Choose question={question} ask={setQuestion} />
      {failure !== '' && (
        <p role="alert" class="failure">
          {failure}
        </p>
      )}
      {data && (
        <>
          <Facts data={data} />
          <div class="charts">
            <Bars title={say('figures.replies')} points={data.charts.REPLIES_COUNT} format={number} />
            <Bars
              title={say('figures.first-response')}
              points={data.charts.MEDIAN_FIRST_RESPONSE_TIME}
              format={duration}
            />
            <Bars
              title={say('figures.rating')}
              points={data.charts.MEDIAN_CONVERSATION_RATING}
              format={number}
              most={BEST}
            />
          </div>
          <People people={data.people} />
        </>
      )}
    </main>
  );
};
