import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { type PendingInput, type PendingStep, type Answer, answerStep } from '../core';
import { Form } from '../ui';
import { chooseFiles, FileButton, FileRows } from './chosen-files';
import type { Draft } from './drafts';
import type { Parts } from './parts';
import { TextField } from './text-field';

interface AskProps extends Pick<Parts, 'app' | 'say'> {
  input: PendingInput;
  prompt: string;
  draft: Draft;
  /** The files for this question; those of the conversation are in `draft`. */
  own: Draft;
  answer: (answer: Answer, onTaken?: () => void) => void;
}

const Selection = ({ input: { options, multiple }, prompt, say, answer }: AskProps): VNode => (
  <Form
    send={(form) => {
      const chosen = new FormData(form).getAll('option').map(String);
      if (chosen.length > 0) answer({ selection: chosen });
    }}
  >
    <fieldset class="rating">
      <legend class="hidden">{prompt}</legend>
      {options.map(({ id, label }) =>
        multiple ? (
          <label key={id}>
            <input type="checkbox" name="option" value={id} /> {label}
          </label>
        ) : (
          <button key={id} type="button" onClick={() => answer({ selection: id })}>
            {label}
          </button>
        ),
      )}
      {multiple && <button type="submit">{say('step.choose')}</button>}
    </fieldset>
  </Form>
);

const Scale = ({ input: { min = 1, max = 5 }, prompt, answer }: AskProps): VNode => (
  <fieldset class="rating">
    <legend class="hidden">{prompt}</legend>
    {Array.from({ length: max - min + 1 }, (_, index) => min + index).map((rating) => (
      <button key={rating} type="button" onClick={() => answer({ rating })}>
        {rating}
      </button>
    ))}
  </fieldset>
);

const Text = ({ prompt, say, draft, answer }: AskProps): VNode => {
  const submit = (): void => {
    const text = draft.read().trim();
    if (text === '') return;
    // Text typed from now on is for the next field.
    draft.put('');
    answer({ text });
  };
  return (
    <Form class="search" send={submit}>
      <TextField draft={draft} label={prompt} maxLength={10_000} submit={submit} />
      <button type="submit">{say('send')}</button>
    </Form>
  );
};

const Files = ({ prompt, app, say, own, answer }: AskProps): VNode => {
  const chosen = chooseFiles({ app, say }, own.files);
  const { attachments, isUploading } = chosen;
  return (
    <Form send={() => answer({ attachments }, chosen.clear)}>
      <FileRows {...chosen} say={say} />
      <div class="actions">
        <FileButton choose={chosen.choose} label={prompt} />
        <button type="submit" class="main" disabled={isUploading || attachments.length === 0}>
          {say('send')}
        </button>
      </div>
    </Form>
  );
};

const kinds: Readonly<Record<string, (props: AskProps) => VNode>> = {
  selection: Selection,
  rating: Scale,
  text: Text,
  attachments: Files,
};

/** The inputs of a workflow's question; its text is among the messages. */
export const Question = ({
  app,
  say,
  id,
  step,
  draft,
  own,
}: Pick<AskProps, 'app' | 'say' | 'draft' | 'own'> & { id: string; step: PendingStep }): VNode | null => {
  const [hasFailed, setFailed] = useState(false);
  const { input, prompt = '' } = step;
  const Ask = input && kinds[input.kind];
  if (!Ask) return null;
  const answer: AskProps['answer'] = (given, onTaken) => {
    setFailed(false);
    answerStep(app, id, step.id, given).then(onTaken, () => {
      setFailed(true);
      if ('text' in given && draft.read() === '') draft.put(given.text);
    });
  };
  return (
    <div class="question" role="group" aria-label={say('step.choose')}>
      <Ask {...{ app, say, input, prompt, draft, own, answer }} />
      <p role="alert">{hasFailed ? say('failed') : ''}</p>
    </div>
  );
};
