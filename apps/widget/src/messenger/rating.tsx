import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { type Conversation, putAnswer } from '../core';
import { Form } from '../ui';
import type { Draft } from './drafts';
import type { Parts } from './parts';
import { TextField } from './text-field';

const VALUES = Array.from({ length: 11 }, (_, value) => value);
/** Most characters of a comment. */
const MOST = 2_000;

type Rate = (body: { rating: number; comment?: string }) => void;

/** Asks for words beside the rating; they stay in their draft until the platform has them. */
const Comment = ({
  say,
  draft,
  send,
}: Pick<Parts, 'say'> & { draft: Draft; send: (comment: string) => void }): VNode => {
  const submit = (): void => {
    const comment = draft.read().trim();
    if (comment !== '') send(comment);
  };
  return (
    <Form class="search" send={submit}>
      <TextField draft={draft} label={say('rate.comment')} maxLength={MOST} submit={submit} />
      <button type="submit">{say('send')}</button>
    </Form>
  );
};

/** Asks how a conversation was, from 0 to 10, and then for a comment. */
export const Rating = ({
  app,
  say,
  conversation,
  draft,
}: Pick<Parts, 'app' | 'say'> & { conversation: Conversation; draft: Draft }): VNode => {
  const [hasFailed, setFailed] = useState(false);
  const { id, rating, ratingComment } = conversation;
  const rate: Rate = (body) => {
    setFailed(false);
    app.send<Conversation>('POST', `/shared/conversations/${id}/rating`, body).then(
      (rated) => {
        if (body.comment !== undefined) draft.put('');
        putAnswer(app, rated);
      },
      () => setFailed(true),
    );
  };
  return (
    <>
      <fieldset class="rating">
        <legend>{say('rate')}</legend>
        {VALUES.map((value) => (
          <button
            key={value}
            type="button"
            aria-label={say('rate.value', { value })}
            aria-pressed={rating === value}
            onClick={() => rate({ rating: value })}
          >
            {value}
          </button>
        ))}
        <p class="quiet" role="status">
          {hasFailed && say('failed')}
          {!hasFailed && rating !== undefined && say('rate.thanks')}
        </p>
      </fieldset>
      {rating !== undefined && ratingComment === undefined && (
        <Comment {...{ say, draft }} send={(comment) => rate({ rating, comment })} />
      )}
    </>
  );
};
