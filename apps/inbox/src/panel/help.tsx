import type { KnowledgeResult, Message, SimilarTicket, Ticket } from '@parley/client';
import { Link, safeHref } from '@parley/ui';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { insertText } from '../composer';
import { current, language, pathTo, say, tellFailure, findThread, toast } from '../core';
import { useAnswer } from '../ui';
import { Answered } from './section';

/** Characters of a message that similar things are searched by. */
const QUERY_CHARACTERS = 500;
const SHOWN = 5;

/** The contact's latest words in a thread; without any, those of the ticket. */
const latestWords = ({ id, title = '', plainContent, description }: Ticket): string => {
  const messages = findThread(id).value?.messages ?? [];
  const last = messages.findLast(({ session, user, isNote, bot }) => session && !user && !isNote && !bot);
  const words = last?.plainContent ?? plainContent ?? description ?? '';
  return (words.trim() || title).slice(0, QUERY_CHARACTERS);
};

/** The latest public answer of the team in a ticket. */
const findAnswer = async (ticket: string): Promise<string | undefined> => {
  const found = await current().parley.messages.find({
    ticket: [ticket],
    isNote: false,
    sort: '-index',
    limit: 50,
  });
  return (found as Message[]).find(({ user, isNote }) => user && !isNote)?.plainContent;
};

const insertAnswer = async (ticketId: string, similar: string): Promise<void> => {
  const answer = await findAnswer(similar);
  if (answer) insertText(ticketId, answer);
  else toast(say('help.no-answer'));
};

const Similar = ({ ticket, query }: { ticket: Ticket; query: string }): VNode => {
  const { knowledge } = current().parley;
  const ask = async (): Promise<SimilarTicket[]> =>
    query === ''
      ? []
      : (await knowledge.similarTickets({ query, excludeTicketId: ticket.id, limit: SHOWN })).results;
  return (
    <Answered answer={useAnswer(ask, query)} empty={say('help.none')}>
      {(results) => (
        <ul class="found" aria-label={say('help.similar')}>
          {results.map(({ ticketId, title, content }) => (
            <li key={ticketId}>
              <strong dir="auto">{title}</strong>
              <p dir="auto">{content}</p>
              <p class="buttons">
                <button
                  type="button"
                  class="link"
                  aria-label={say('help.insert-answer.name', { title })}
                  onClick={() => void insertAnswer(ticket.id, ticketId).catch(tellFailure)}
                >
                  {say('help.insert-answer')}
                </button>
                <a
                  href={pathTo('t', ticketId)}
                  target="_blank"
                  rel="noopener"
                  aria-label={say('help.open.name', { title })}
                >
                  {say('help.open')}
                </a>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Answered>
  );
};

/** The Markdown that a result becomes in an answer: a link, or without an address its words. */
const toMarkdown = ({ title, url, content }: KnowledgeResult): string =>
  safeHref(url) === undefined ? content : `[${title.replace(/[[\]\\]/g, '\\$&')}](<${url}>)`;

const Knowledge = ({ ticket, query }: { ticket: Ticket; query: string }): VNode => {
  const { knowledge } = current().parley;
  // As the contact: nothing internal gets into an answer by one click.
  const scope = ticket.session && { session: ticket.session.id };
  const ask = async (): Promise<KnowledgeResult[]> =>
    query === ''
      ? []
      : (await knowledge.search({ query, limit: SHOWN, lang: language.value, ...(scope && { scope }) }))
          .results;
  return (
    <Answered answer={useAnswer(ask, query)} empty={say('help.none')}>
      {(results) => (
        <ul class="found" aria-label={say('help.knowledge')}>
          {results.map((result) => (
            <li key={`${result.sourceType} ${result.sourceId}`}>
              <strong dir="auto">{result.title}</strong>
              <p dir="auto">{result.content}</p>
              <p class="buttons">
                <button
                  type="button"
                  class="link"
                  aria-label={say('help.insert.name', { title: result.title })}
                  onClick={() => insertText(ticket.id, toMarkdown(result))}
                >
                  {say('help.insert')}
                </button>
                {safeHref(result.url) !== undefined && <Link href={result.url}>{say('help.open')}</Link>}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Answered>
  );
};

/** Finds knowledge that the contact may read, and similar tickets, by its latest message or by typed words. */
export const Help = ({ ticket }: { ticket: Ticket }): VNode => {
  const [words, setWords] = useState('');
  const query = words || latestWords(ticket);
  return (
    <>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          setWords(String(new FormData(event.currentTarget).get('words')).trim());
        }}
      >
        <input
          class="filter"
          name="words"
          type="text"
          dir="auto"
          aria-label={say('help.words')}
          placeholder={say('help.words')}
        />
      </form>
      <h3>{say('help.knowledge')}</h3>
      <Knowledge ticket={ticket} query={query} />
      <h3>{say('help.similar')}</h3>
      <Similar ticket={ticket} query={query} />
    </>
  );
};
