import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { createApi, createProject, explain, say, session, signIn } from '../core';
import { Field } from '../ui';
import { readToken } from './reset-link';

type Step = 'sign-in' | 'forgot' | 'sent' | 'reset';

/** State of the page, for each step. */
interface StepProps {
  isBusy: boolean;
  /** Handles the form: shows why it failed. */
  submit: (run: (form: HTMLFormElement) => Promise<void>) => (event: SubmitEvent) => void;
  /** Shows another step, with a message. */
  turn: (next: Step, message?: string) => void;
}

const read = (form: HTMLFormElement, name: string): string => String(new FormData(form).get(name) ?? '');

const Email = (): VNode => (
  <Field label={say('sign-in.email')} name="email" type="email" autocomplete="username" required autofocus />
);

const Enter = ({ isBusy, submit, turn }: StepProps): VNode => (
  <form onSubmit={submit((form) => signIn(read(form, 'email'), read(form, 'password')))}>
    <Email />
    <Field
      label={say('sign-in.password')}
      name="password"
      type="password"
      autocomplete="current-password"
      required
    />
    <button type="submit" class="main" disabled={isBusy}>
      {say('sign-in.submit')}
    </button>
    <button type="button" class="link" onClick={() => turn('forgot')}>
      {say('sign-in.forgot')}
    </button>
  </form>
);

const Forgot = ({ isBusy, submit, turn }: StepProps): VNode => (
  <form
    onSubmit={submit(async (form) => {
      await createApi().users.forgotPassword({ email: read(form, 'email') });
      turn('sent');
    })}
  >
    <p>{say('forgot.what')}</p>
    <Email />
    <button type="submit" class="main" disabled={isBusy}>
      {say('forgot.submit')}
    </button>
    <button type="button" class="link" onClick={() => turn('sign-in')}>
      {say('forgot.back')}
    </button>
  </form>
);

const Reset = ({ isBusy, submit, turn }: StepProps): VNode => (
  <form
    onSubmit={submit(async (form) => {
      const password = read(form, 'password');
      await createApi().users.resetPassword({ token: readToken() ?? '', password });
      history.replaceState(undefined, '', location.pathname);
      // All sessions of the person have ended.
      session.value = undefined;
      turn('sign-in', say('reset.done'));
    })}
  >
    <Field
      label={say('reset.password')}
      name="password"
      type="password"
      autocomplete="new-password"
      required
      autofocus
    />
    <button type="submit" class="main" disabled={isBusy}>
      {say('reset.submit')}
    </button>
  </form>
);

const FirstProject = ({ isBusy, submit }: StepProps): VNode => (
  <form onSubmit={submit((form) => createProject(read(form, 'name')))}>
    <p>{say('first-project.what')}</p>
    <Field label={say('first-project.name')} name="name" required autofocus />
    <button type="submit" class="main" disabled={isBusy}>
      {say('first-project.submit')}
    </button>
  </form>
);

/** The page of a person who is not signed in, or is in no project. */
export const SignIn = (): VNode => {
  const [step, setStep] = useState<Step>(readToken() === undefined ? 'sign-in' : 'reset');
  const [message, setMessage] = useState('');
  const isHomeless = session.value === 'no project';
  const [isBusy, setBusy] = useState(false);
  const props: StepProps = {
    isBusy,
    submit: (run) => (event) => {
      event.preventDefault();
      if (isBusy) return;
      setBusy(true);
      setMessage('');
      run(event.currentTarget as HTMLFormElement)
        .catch((error: unknown) => setMessage(explain(error)))
        .finally(() => setBusy(false));
    },
    turn: (next, text = '') => {
      setMessage(text);
      setStep(next);
    },
  };
  return (
    <main class="sign-in">
      <h1>{say('sign-in.title')}</h1>
      {step === 'sign-in' && !isHomeless && <Enter {...props} />}
      {step === 'sign-in' && isHomeless && <FirstProject {...props} />}
      {step === 'forgot' && <Forgot {...props} />}
      {step === 'sent' && <p role="status">{say('forgot.sent')}</p>}
      {step === 'reset' && <Reset {...props} />}
      <p role="alert" class="message">
        {message}
      </p>
    </main>
  );
};
