import type { ServiceAccount } from '@parley/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { current, fullTime, say } from '../core';
import { ConfirmButton, Form, TextField, useForm } from '../forms';
import { Copy } from '../ui';
import { type FormProps, Records } from './records';
import type { SectionProps } from './section';

/** A new key; its token shows this once. */
const NewKey = ({ stay }: FormProps<ServiceAccount>): VNode => {
  const [token, setToken] = useState<string>();
  const form = useForm(
    { name: '' },
    async ({ name }) => {
      const made = await current().parley.serviceAccounts.create({ name });
      setToken(made.token);
      await stay();
    },
    { isNew: true },
  );
  if (token !== undefined)
    return (
      <div class="form">
        <p role="alert">{say('keys.once')}</p>
        <Copy label={say('keys.token')} text={token} />
        <p>
          <a href="/inbox/settings/api-keys">{say('form.done')}</a>
        </p>
      </div>
    );
  return (
    <Form form={form} label={say('keys.form')} save={say('keys.create')}>
      <TextField form={form} name="name" label={say('form.name')} help={say('keys.name.help')} required />
    </Form>
  );
};

const Key = ({ record, leave }: FormProps<ServiceAccount>): VNode => {
  const { id, name, role, createdAt, lastUsedAt } = record as ServiceAccount;
  return (
    <div class="form">
      <dl>
        <dt>{say('members.role')}</dt>
        <dd>{say(`role.${role as 'user'}`)}</dd>
        <dt>{say('keys.created')}</dt>
        <dd>{fullTime(createdAt)}</dd>
        <dt>{say('keys.used')}</dt>
        <dd>{lastUsedAt === undefined ? say('keys.unused') : fullTime(lastUsedAt)}</dd>
      </dl>
      {current().permissions.has('SERVICE_ACCOUNT_DELETE') && (
        <ConfirmButton
          label={say('form.delete')}
          question={say('keys.delete.ask', { name })}
          run={() => current().parley.serviceAccounts.revoke(id).then(leave)}
        />
      )}
    </div>
  );
};

/** Service accounts: names with a token for programs. */
export const ApiKeys = ({ id }: SectionProps): VNode => (
  <Records<ServiceAccount>
    base="/inbox/settings/api-keys"
    id={id}
    title={say('settings.api-keys')}
    hint={say('keys.hint')}
    add="keys.add"
    empty="keys.empty"
    read={() => current().parley.serviceAccounts.list({ limit: 1000 })}
    row={({ name, lastUsedAt }) => ({
      name,
      about:
        lastUsedAt === undefined ? say('keys.unused') : say('keys.used.at', { time: fullTime(lastUsedAt) }),
    })}
    form={(props) => (props.record ? <Key {...props} /> : <NewKey {...props} />)}
  />
);
