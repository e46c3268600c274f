import type { Mailbox, MailboxesCreateBody, MailboxesUpdateBody } from '@parley/client';
import type { VNode } from 'preact';
import { current, say, teams } from '../core';
import { CheckField, ChoiceField, Form, type FormState, TextField, useForm } from '../forms';
import { numberOrNone, textOrNone, textOrNull } from './body';
import type { FormProps } from './records';

const kinds = ['imap', 'smtp', 'http'] as const;
const afters = ['seen', 'move', 'delete'] as const;

const readValues = (box: Mailbox | undefined) => ({
  name: box?.name ?? '',
  address: box?.address ?? '',
  fromName: box?.fromName ?? '',
  team: box?.team ?? '',
  'incoming.type': box?.incoming?.type ?? 'imap',
  'incoming.host': box?.incoming?.host ?? '',
  'incoming.port': String(box?.incoming?.port ?? ''),
  'incoming.secure': box?.incoming?.secure ?? true,
  'incoming.user': box?.incoming?.user ?? '',
  'incoming.password': '',
  'incoming.folder': box?.incoming?.folder ?? '',
  'incoming.after': box?.incoming?.after ?? 'seen',
  'incoming.moveTo': box?.incoming?.moveTo ?? '',
  outgoing: box?.outgoing !== undefined,
  'outgoing.host': box?.outgoing?.host ?? '',
  'outgoing.port': String(box?.outgoing?.port ?? ''),
  'outgoing.secure': box?.outgoing?.secure ?? true,
  'outgoing.user': box?.outgoing?.user ?? '',
  'outgoing.password': '',
  trustReplyTo: box?.trustReplyTo ?? false,
  quoteHistory: box?.quoteHistory ?? false,
});

type MailboxValues = ReturnType<typeof readValues>;

/** Leaves undefined fields out. */
const defined = <T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as never;

/** The server that mail is fetched from. A password is sent when one was typed. */
const toIncoming = (values: MailboxValues): MailboxesCreateBody['incoming'] => {
  const type = values['incoming.type'] as (typeof kinds)[number];
  if (type !== 'imap') return { type };
  const after = values['incoming.after'] as (typeof afters)[number];
  return defined({
    type,
    host: values['incoming.host'].trim(),
    port: numberOrNone(values['incoming.port']),
    secure: values['incoming.secure'],
    user: values['incoming.user'].trim(),
    password: values['incoming.password'] || undefined,
    folder: textOrNone(values['incoming.folder']),
    after,
    moveTo: after === 'move' ? values['incoming.moveTo'].trim() : undefined,
  }) as MailboxesCreateBody['incoming'];
};

const toOutgoing = (values: MailboxValues): MailboxesCreateBody['outgoing'] =>
  values.outgoing
    ? (defined({
        host: values['outgoing.host'].trim(),
        port: numberOrNone(values['outgoing.port']),
        secure: values['outgoing.secure'],
        user: textOrNone(values['outgoing.user']),
        password: values['outgoing.password'] || undefined,
      }) as MailboxesCreateBody['outgoing'])
    : undefined;

const save = async (box: Mailbox | undefined, values: MailboxValues): Promise<Mailbox> => {
  const { mailboxes } = current().parley;
  const { trustReplyTo, quoteHistory } = values;
  const both = { name: values.name.trim(), incoming: toIncoming(values), trustReplyTo, quoteHistory };
  if (box) {
    const change: MailboxesUpdateBody = {
      ...both,
      fromName: textOrNull(values.fromName),
      team: textOrNull(values.team),
      outgoing: toOutgoing(values) ?? null,
    };
    return mailboxes.update(box.id, change);
  }
  return mailboxes.create(
    defined({
      ...both,
      address: values.address.trim(),
      fromName: textOrNone(values.fromName),
      team: textOrNone(values.team),
      outgoing: toOutgoing(values),
    }) as MailboxesCreateBody,
  );
};

const Server = ({
  form,
  side,
  isKnown,
}: {
  form: FormState<MailboxValues>;
  side: 'incoming' | 'outgoing';
  /** Whether a password is stored. */
  isKnown: boolean;
}): VNode => (
  <>
    <TextField form={form} name={`${side}.host`} label={say('mailboxes.host')} dir="ltr" required />
    <TextField
      form={form}
      name={`${side}.port`}
      type="number"
      label={say('mailboxes.port')}
      placeholder={side === 'incoming' ? '993' : '465'}
    />
    <CheckField
      form={form}
      name={`${side}.secure`}
      label={say('mailboxes.secure')}
      help={say('mailboxes.secure.help')}
    />
    <TextField
      form={form}
      name={`${side}.user`}
      label={say('mailboxes.user')}
      autocomplete="off"
      dir="ltr"
      required={side === 'incoming'}
    />
    <TextField
      form={form}
      name={`${side}.password`}
      type="password"
      label={say('mailboxes.password')}
      help={isKnown ? say('mailboxes.password.kept') : undefined}
      autocomplete="new-password"
      required={side === 'incoming' && !isKnown}
    />
  </>
);

/** Where mail comes from. */
const Incoming = ({ form, isKnown }: { form: FormState<MailboxValues>; isKnown: boolean }): VNode => {
  const { values } = form;
  return (
    <fieldset>
      <legend>{say('mailboxes.in')}</legend>
      <ChoiceField
        form={form}
        name="incoming.type"
        label={say('mailboxes.kind')}
        help={say(`mailboxes.kind.${values['incoming.type'] as 'imap'}.help`)}
        choices={kinds.map((kind) => [kind, say(`mailboxes.kind.${kind}`)])}
      />
      {values['incoming.type'] === 'imap' && (
        <>
          <Server form={form} side="incoming" isKnown={isKnown} />
          <TextField form={form} name="incoming.folder" label={say('mailboxes.folder')} placeholder="INBOX" />
          <ChoiceField
            form={form}
            name="incoming.after"
            label={say('mailboxes.after')}
            choices={afters.map((after) => [after, say(`mailboxes.after.${after}`)])}
          />
          {values['incoming.after'] === 'move' && (
            <TextField form={form} name="incoming.moveTo" label={say('mailboxes.move-to')} required />
          )}
        </>
      )}
    </fieldset>
  );
};

/** The form of a mailbox. Passwords go to the platform, and never come back. */
export const MailboxForm = ({ record: box, leave, stay }: FormProps<Mailbox>): VNode => {
  const form = useForm(
    readValues(box),
    async (values) => {
      const saved = await save(box, values);
      form.set({ 'incoming.password': '', 'outgoing.password': '' });
      await stay(box ? undefined : saved.id);
    },
    { isNew: box === undefined },
  );
  const { values } = form;
  const remove = box && {
    question: say('mailboxes.delete.ask', { address: box.address }),
    run: () => current().parley.mailboxes.delete(box.id).then(leave),
  };
  return (
    <Form form={form} label={say('mailboxes.form')} remove={remove}>
      <TextField form={form} name="name" label={say('form.name')} required />
      <TextField
        form={form}
        name="address"
        type="email"
        label={say('mailboxes.address')}
        required
        disabled={box !== undefined}
      />
      <TextField
        form={form}
        name="fromName"
        label={say('mailboxes.from')}
        help={say('mailboxes.from.help')}
      />
      <ChoiceField
        form={form}
        name="team"
        label={say('mailboxes.team')}
        choices={[
          ['', say('mailboxes.team.none')],
          ...teams.value.map(({ id, name }) => [id, name] as const),
        ]}
      />
      <Incoming form={form} isKnown={box?.incoming?.type === 'imap'} />
      <fieldset>
        <legend>{say('mailboxes.out')}</legend>
        <CheckField
          form={form}
          name="outgoing"
          label={say('mailboxes.own-server')}
          help={say('mailboxes.own-server.help')}
        />
        {values.outgoing && <Server form={form} side="outgoing" isKnown={box?.outgoing !== undefined} />}
      </fieldset>
      <CheckField form={form} name="quoteHistory" label={say('mailboxes.quote')} />
      <CheckField
        form={form}
        name="trustReplyTo"
        label={say('mailboxes.reply-to')}
        help={say('mailboxes.reply-to.help')}
      />
    </Form>
  );
};
