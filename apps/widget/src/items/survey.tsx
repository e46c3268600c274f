import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { persist, type Question, Refused, type Say, type SurveyState } from '../core';
import { Form } from '../ui';
import type { VNode } from 'preact';
import type { ItemParts, LaterKind } from '../kinds';
import css from './survey.css';

export const style = css;

/** Milliseconds for which the thanks show. */
const THANKS_MS = 6_000;

const FACES = ['😠', '🙁', '😐', '🙂', '😍'];

interface AskProps {
  say: Say;
  question: Question;
  /** The answer that the visitor gave before. */
  given: unknown;
  answer: (value: unknown) => void;
}

const Scale = ({ say, question: { type, low, high }, given, answer }: AskProps): VNode => {
  const [from, to] = type === 'nps' ? [0, 10] : [1, 5];
  return (
    <>
      <div class={`scale ${type}`}>
        {Array.from({ length: to - from + 1 }, (_, index) => from + index).map((value) => (
          <button
            key={value}
            type="button"
            aria-label={say('survey.value', { value, all: to })}
            aria-pressed={given === value}
            onClick={() => answer(value)}
          >
            {type === 'emoji' ? FACES[value - 1] : type === 'rating' ? `${value} ★` : value}
          </button>
        ))}
      </div>
      {(low ?? high) && (
        <p class="soft ends">
          <span>{low}</span>
          <span>{high}</span>
        </p>
      )}
    </>
  );
};

const Choice = ({ question: { options = [] }, given, answer }: AskProps): VNode => (
  <div class="options">
    {options.map(({ id, title = id }) => (
      <button key={id} type="button" aria-pressed={given === id} onClick={() => answer(id)}>
        {title}
      </button>
    ))}
  </div>
);

const Choices = ({ say, question: { options = [] }, given, answer }: AskProps): VNode => (
  <Form
    send={(form) => {
      const chosen = new FormData(form).getAll('option').map(String);
      if (chosen.length > 0) answer(chosen);
    }}
  >
    <div class="options">
      {options.map(({ id, title = id }) => (
        <label key={id}>
          <input
            type="checkbox"
            name="option"
            value={id}
            defaultChecked={Array.isArray(given) && given.includes(id)}
          />{' '}
          {title}
        </label>
      ))}
    </div>
    <button type="submit" class="act">
      {say('item.next')}
    </button>
  </Form>
);

const Text = ({ say, question: { title = '', maxLength = 5_000 }, given, answer }: AskProps): VNode => {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <Form
      send={() => {
        const text = field.current?.value.trim() ?? '';
        if (text !== '') answer(text);
      }}
    >
      <textarea
        ref={field}
        rows={3}
        dir="auto"
        aria-label={title}
        maxLength={maxLength}
        defaultValue={typeof given === 'string' ? given : ''}
      />
      <button type="submit" class="act">
        {say('item.next')}
      </button>
    </Form>
  );
};

const inputs: Readonly<Record<Question['type'], (props: AskProps) => VNode>> = {
  nps: Scale,
  rating: Scale,
  emoji: Scale,
  choice: Choice,
  choices: Choices,
  text: Text,
};

/** The question that shows, and the visitor's answers. The platform says which question follows. */
const useQuestions = ({ app, say, item, drop }: ItemParts, panel: { current: HTMLDivElement | null }) => {
  const { store } = app;
  const { id, survey, config = {} } = item;
  const [passed, setPassed] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<string | undefined>(undefined);
  const [isSending, setSending] = useState(false);
  const [trouble, setTrouble] = useState('');
  const current = asked ?? survey?.next;
  const question = config.questions?.find((one) => one.id === current);
  // What had the focus is replaced with its question.
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (hadFocus.current) panel.current?.focus();
    hadFocus.current = false;
  }, [current]);
  const noteFocus = (): void => {
    const root = panel.current?.getRootNode() as ShadowRoot | undefined;
    hadFocus.current = panel.current?.contains(root?.activeElement ?? null) ?? false;
  };
  const answer = async (value: unknown): Promise<void> => {
    if (!question || !survey || isSending) return;
    setSending(true);
    setTrouble('');
    try {
      const body = { answers: { [question.id]: value }, round: survey.round };
      const path = `/shared/engagements/${id}/answers`;
      const after = await persist(() => app.send<SurveyState>('PUT', path, body));
      noteFocus();
      setPassed([...passed, question.id]);
      setAsked(undefined);
      store.set({
        items: store.get().items.map((one) => (one.id === id ? { ...one, survey: after } : one)),
      });
    } catch (error) {
      // It was answered or ended elsewhere.
      if (error instanceof Refused && error.status === 404) return drop();
      setTrouble(say('failed'));
    } finally {
      setSending(false);
    }
  };
  const before = passed.at(-1);
  const back = (): void => {
    noteFocus();
    setPassed(passed.slice(0, -1));
    setAsked(before);
  };
  return { question, answer, back: before === undefined ? undefined : back, isSending, trouble };
};

/** Questions one at a time; each answer is sent at once. */
export const createKind: LaterKind['createKind'] = ({ Body, Dismiss, escapes, useSeen }) =>
  function Survey(parts) {
    const { app, say, item, finish, drop } = parts;
    const { survey, config = {} } = item;
    const panel = useRef<HTMLDivElement>(null);
    const { question, answer, back, isSending, trouble } = useQuestions(parts, panel);
    useSeen(parts);
    const isDone = survey?.status === 'completed';
    useEffect(() => {
      if (!isDone) return undefined;
      const timer = setTimeout(drop, THANKS_MS);
      return () => clearTimeout(timer);
    }, [isDone]);
    const Input = question && inputs[question.type];
    const close = isDone ? drop : () => finish('dismissed');
    const frame = { ref: panel, role: 'group', class: 'chat survey', tabIndex: -1 } as const;
    return (
      <div {...frame} aria-label={say('survey')} onKeyDown={escapes(close)}>
        <Dismiss say={say} finish={close} />
        {isDone ? (
          <p role="status">{config.thanks ?? say('survey.thanks')}</p>
        ) : (
          <Body app={app} item={item} />
        )}
        {!isDone && question && Input && (
          <fieldset key={question.id} aria-busy={isSending}>
            <legend>{question.title}</legend>
            {question.description && <p class="soft">{question.description}</p>}
            <Input
              {...{ say, question }}
              given={survey?.answers[question.id]}
              answer={(value) => void answer(value)}
            />
            <p class="soft ends">
              {back && (
                <button type="button" class="plain" onClick={back}>
                  {say('back')}
                </button>
              )}
              {!question.required && (
                <button type="button" class="plain" onClick={() => void answer(null)}>
                  {say('survey.skip')}
                </button>
              )}
            </p>
          </fieldset>
        )}
        <p role="alert">{trouble}</p>
      </div>
    );
  };
