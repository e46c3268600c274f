import type { User } from '@parley/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { current, say, tellFailure } from '../core';
import { canPush, isSubscribed, loadPush } from '../notices';
import { ChecksField, Form, useForm } from '../forms';
import { setUser } from './set-user';

const kinds = ['assigned', 'mentioned', 'replied', 'newInTeam'] as const;
const ways = ['inApp', 'email', 'push'] as const;

type Kind = (typeof kinds)[number];

const readValues = ({ notificationSettings = {} }: User): Record<Kind, string[]> =>
  Object.fromEntries(
    kinds.map((kind) => [kind, ways.filter((way) => notificationSettings[kind]?.[way] === true)]),
  ) as Record<Kind, string[]>;

/** Messages of the browser while the window is hidden. The browser asks only after the button. */
const Browser = (): VNode => {
  const [state, setState] = useState('Notification' in window ? Notification.permission : 'denied');
  const [isOn, setOn] = useState(isSubscribed());
  const ask = (): void => void Notification.requestPermission().then(setState);
  const toggle = async (): Promise<void> => {
    const { subscribe, unsubscribe } = await loadPush();
    await (isOn ? unsubscribe() : subscribe());
    setOn(isSubscribed());
  };
  return (
    <>
      <p class="hint">{say(`profile.notifications.${state}`)}</p>
      <p class="buttons">
        {state === 'default' && (
          <button type="button" class="plain" onClick={ask}>
            {say('profile.notifications.allow')}
          </button>
        )}
        {state === 'granted' && canPush() && (
          <button type="button" class="plain" onClick={() => void toggle().catch(tellFailure)}>
            {say(isOn ? 'profile.push.off' : 'profile.push.on')}
          </button>
        )}
      </p>
    </>
  );
};

/** Which notices the person gets, and in which ways. */
export const Notifications = (): VNode => {
  const form = useForm(
    readValues(current().user),
    (values) =>
      setUser({
        notificationSettings: Object.fromEntries(
          kinds.map((kind) => [
            kind,
            Object.fromEntries(ways.map((way) => [way, values[kind].includes(way)])),
          ]),
        ),
      }),
    { under: 'notificationSettings' },
  );
  return (
    <>
      <h2>{say('profile.notifications')}</h2>
      <Form form={form} label={say('profile.notifications')}>
        {kinds.map((kind) => (
          <ChecksField
            key={kind}
            form={form}
            name={kind}
            label={say(`profile.notice.${kind}`)}
            choices={ways.map((way) => [way, say(`profile.way.${way}`)])}
          />
        ))}
      </Form>
      <Browser />
    </>
  );
};
