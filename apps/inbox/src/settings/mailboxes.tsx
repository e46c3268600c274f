import type { Mailbox, TestMailboxResponse } from '@parley/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { current, say, tellFailure } from '../core';
import { type FormProps, Records } from './records';
import { MailboxForm } from './mailbox-form';
import type { SectionProps } from './section';

/** How a mailbox is doing, in words. */
const describeState = ({ incoming, status }: Mailbox): string => {
  if (!status) return '';
  const comes = incoming?.type === 'imap' ? say(`mailboxes.incoming.${status.incoming as 'connected'}`) : '';
  return [comes, status.outgoing === 'failing' ? say('mailboxes.outgoing.failing') : '', status.lastError]
    .filter(Boolean)
    .join(' · ');
};

const Step = ({ name, ok, detail }: { name: string; ok: boolean; detail: string | undefined }): VNode => (
  <li class={ok ? 'good' : 'bad'}>
    <strong>
      {ok ? '✓' : '✗'} {name}
    </strong>
    {detail !== undefined && ` ${detail}`}
  </li>
);

/** Tries a mailbox, and shows each step. */
const Test = ({ id }: { id: string }): VNode => {
  const [result, setResult] = useState<TestMailboxResponse>();
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    setResult(undefined);
    try {
      setResult(await current().parley.mailboxes.test(id));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="test" role="region" aria-label={say('mailboxes.test')}>
      <button type="button" class="plain" disabled={isBusy} onClick={() => void run().catch(tellFailure)}>
        {say('mailboxes.test')}
      </button>
      <p role="status" class="hint">
        {say(isBusy ? 'mailboxes.testing' : 'mailboxes.test.help')}
      </p>
      {result && (
        <ul class="steps">
          {result.incoming && (
            <Step
              name={say('mailboxes.step.incoming')}
              ok={result.incoming.ok}
              detail={result.incoming.error}
            />
          )}
          {result.outgoing && (
            <Step
              name={say('mailboxes.step.outgoing')}
              ok={result.outgoing.ok}
              detail={result.outgoing.error}
            />
          )}
          {result.incoming && (
            <Step
              name={say('mailboxes.step.round-trip')}
              ok={result.roundTripMs !== undefined}
              detail={
                result.roundTripMs === undefined
                  ? undefined
                  : say('mailboxes.seconds', { seconds: (result.roundTripMs / 1000).toFixed(1) })
              }
            />
          )}
        </ul>
      )}
    </div>
  );
};

const MailboxPage = (props: FormProps<Mailbox>): VNode => {
  const { record } = props;
  return (
    <>
      {record && describeState(record) !== '' && <p class="hint">{describeState(record)}</p>}
      <MailboxForm {...props} />
      {record && <Test id={record.id} />}
    </>
  );
};

/** Addresses that mail comes to, and leaves from. */
export const Mailboxes = ({ id }: SectionProps): VNode => (
  <Records<Mailbox>
    base="/inbox/settings/mailboxes"
    id={id}
    title={say('settings.mailboxes')}
    hint={say('mailboxes.hint')}
    add="mailboxes.add"
    empty="mailboxes.empty"
    read={() => current().parley.mailboxes.list({ limit: 100 })}
    row={(mailbox) => ({
      name: mailbox.name,
      about: [mailbox.address, describeState(mailbox)].filter(Boolean).join(' · '),
    })}
    form={MailboxPage}
  />
);
