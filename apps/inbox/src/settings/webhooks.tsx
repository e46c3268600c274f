import type { Webhook, WebhookDelivery, WebhooksCreateBody } from '@parley/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { current, fullTime, say, tellFailure, toast } from '../core';
import { CheckField, ChecksField, ConfirmButton, Form, TextField, useForm } from '../forms';
import { Copy, useRead } from '../ui';
import { textOrNone } from './body';
import { type FormProps, Records, State } from './records';
import type { SectionProps } from './section';

const events: readonly WebhooksCreateBody['events'][number][] = [
  'TICKET_CREATED',
  'TICKET_UPDATED',
  'TICKET_DELETED',
  'MESSAGE_CREATED',
  'MESSAGE_UPDATED',
  'MESSAGE_BOUNCED',
  'SESSION_CREATED',
  'SESSION_UPDATED',
  'CONVERSATION_RATED',
  'SURVEY_ANSWERED',
  'ARTICLE_PUBLISHED',
  'MAILBOX_FAILING',
  'PIPELINE_ENTRY_CREATED',
  'PIPELINE_ENTRY_UPDATED',
  'PIPELINE_ENTRY_MOVED',
  'PIPELINE_ENTRY_DELETED',
];

const Delivery = ({
  delivery: { id, webhook, event, status, createdAt, attempts, nextAttemptAt },
  reload,
}: {
  delivery: WebhookDelivery;
  reload: () => Promise<void>;
}): VNode => {
  const last = attempts.at(-1);
  const again = async (): Promise<void> => {
    await current().parley.webhooks.redeliver(webhook, id);
    toast(say('webhooks.redelivered'));
    await reload();
  };
  return (
    <li>
      <span class="what">
        <strong>{event}</strong>
        <span class="about">
          {[
            fullTime(createdAt),
            say(`webhooks.status.${status as 'pending'}`),
            last && (last.error ?? last.status),
            nextAttemptAt !== undefined && say('webhooks.next', { time: fullTime(nextAttemptAt) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <button type="button" class="link" onClick={() => void again().catch(tellFailure)}>
        {say('webhooks.redeliver')}
      </button>
    </li>
  );
};

const Deliveries = ({ id }: { id: string }): VNode => {
  const reading = useRead(async () => current().parley.webhooks.deliveries(id, { limit: 50 }), [id]);
  const { data, reload } = reading;
  return (
    <>
      <h2>{say('webhooks.deliveries')}</h2>
      <State reading={reading} />
      {data?.length === 0 && <p class="hint">{say('webhooks.deliveries.empty')}</p>}
      <ul class="records" aria-label={say('webhooks.deliveries')}>
        {data?.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} reload={reload} />
        ))}
      </ul>
    </>
  );
};

const WebhookForm = ({ record: webhook, leave, stay }: FormProps<Webhook>): VNode => {
  const { webhooks } = current().parley;
  const [secret, setSecret] = useState<string>();
  const form = useForm(
    {
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      enabled: webhook?.enabled ?? true,
      events: webhook?.events ?? ['TICKET_CREATED', 'MESSAGE_CREATED'],
    },
    async ({ name, url, enabled, events: chosen }) => {
      const body = { url: url.trim(), enabled, events: chosen as WebhooksCreateBody['events'] };
      if (webhook) {
        await webhooks.update(webhook.id, { ...body, name: name.trim() || null });
        return stay();
      }
      const named = textOrNone(name);
      const made = await webhooks.create({ ...body, ...(named !== undefined && { name: named }) });
      setSecret(made.secret);
      await stay();
    },
    { isNew: webhook === undefined },
  );
  const rotate = async (): Promise<void> => {
    if (webhook) setSecret((await webhooks.rotateSecret(webhook.id)).secret);
  };
  const shown = secret !== undefined && (
    <div class="form">
      <p role="alert">{say('webhooks.once')}</p>
      <Copy label={say('webhooks.secret')} text={secret} />
      <p>
        <a href="/inbox/settings/webhooks">{say('form.done')}</a>
      </p>
    </div>
  );
  if (shown && !webhook) return shown;
  return (
    <>
      {webhook?.disabledReason !== undefined && (
        <p class="failure">{say('webhooks.disabled', { reason: webhook.disabledReason })}</p>
      )}
      {shown}
      <Form
        form={form}
        label={say('webhooks.form')}
        remove={
          webhook && {
            question: say('webhooks.delete.ask', { url: webhook.url }),
            run: () => webhooks.delete(webhook.id).then(leave),
          }
        }
        more={
          webhook && (
            <ConfirmButton
              label={say('webhooks.rotate')}
              question={say('webhooks.rotate.ask')}
              run={rotate}
            />
          )
        }
      >
        <TextField form={form} name="url" type="url" label={say('webhooks.url')} required dir="ltr" />
        <TextField form={form} name="name" label={say('form.name')} />
        <CheckField form={form} name="enabled" label={say('webhooks.enabled')} />
        <ChecksField
          form={form}
          name="events"
          label={say('webhooks.events')}
          choices={events.map((event) => [event, event])}
        />
      </Form>
      {webhook && <Deliveries id={webhook.id} />}
    </>
  );
};

/** Addresses that are posted to when something happens. */
export const Webhooks = ({ id }: SectionProps): VNode => (
  <Records<Webhook>
    base="/inbox/settings/webhooks"
    id={id}
    title={say('settings.webhooks')}
    add="webhooks.add"
    empty="webhooks.empty"
    read={() => current().parley.webhooks.list({ limit: 50 })}
    row={({ name, url, enabled, events: chosen }) => ({
      name: name ?? url,
      about: `${say(enabled ? 'webhooks.on' : 'webhooks.off')} · ${say('webhooks.count', { count: chosen.length })}`,
    })}
    form={WebhookForm}
  />
);
