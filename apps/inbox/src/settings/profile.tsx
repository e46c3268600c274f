import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { current, language, loadTexts, say, signOut, tellFailure, toast } from '../core';
import { CheckField, Form, TextField, useForm } from '../forms';
import { textOrNull } from './body';
import { Notifications } from './notifications';
import { setUser } from './set-user';

const languages = [
  ['en', 'English'],
  ['de', 'Deutsch'],
] as const;

const Picture = (): VNode => {
  const { user } = current();
  const choose = async (file: File): Promise<void> => {
    const { fileUrl } = await current().parley.uploads.upload(file);
    await setUser({ profileImageUrl: fileUrl });
    toast(say('form.saved'));
  };
  return (
    <div class="picture-field">
      {user.profileImageUrl && (
        <img src={user.profileImageUrl} alt={say('profile.picture')} width="56" height="56" />
      )}
      <label class="button plain">
        {say('profile.picture.choose')}
        <input
          type="file"
          accept="image/*"
          onChange={({ currentTarget: { files } }) => {
            if (files?.[0]) choose(files[0]).catch(tellFailure);
          }}
        />
      </label>
      {user.profileImageUrl && (
        <button
          type="button"
          class="link"
          onClick={() => void setUser({ profileImageUrl: null }).catch(tellFailure)}
        >
          {say('form.remove')}
        </button>
      )}
    </div>
  );
};

const Language = (): VNode => (
  <p class="field">
    <label for="profile-language">{say('profile.language')}</label>
    <select
      id="profile-language"
      value={language.value}
      onChange={({ currentTarget: { value } }) => void loadTexts(value).catch(tellFailure)}
    >
      {languages.map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  </p>
);

const Password = (): VNode => {
  const [isSent, setSent] = useState(false);
  const send = async (): Promise<void> => {
    await current().parley.users.forgotPassword({ email: current().user.email ?? '' });
    setSent(true);
  };
  return (
    <p class="buttons">
      <button type="button" class="plain" disabled={isSent} onClick={() => void send().catch(tellFailure)}>
        {say('profile.password')}
      </button>
      {isSent && (
        <span role="status">{say('profile.password.sent', { email: current().user.email ?? '' })}</span>
      )}
    </p>
  );
};

/** The person who is signed in. */
export const Profile = (): VNode => {
  const { user } = current();
  const form = useForm(
    { firstName: user.firstName ?? '', lastName: user.lastName ?? '', available: user.available },
    ({ firstName, lastName, available }) =>
      setUser({ firstName: textOrNull(firstName), lastName: textOrNull(lastName), available }),
  );
  return (
    <>
      <header>
        <h1>{say('settings.profile')}</h1>
      </header>
      <p class="hint">{user.email}</p>
      <Picture />
      <Form form={form} label={say('settings.profile')}>
        <TextField form={form} name="firstName" label={say('profile.first-name')} autocomplete="given-name" />
        <TextField form={form} name="lastName" label={say('profile.last-name')} autocomplete="family-name" />
        <CheckField
          form={form}
          name="available"
          label={say('profile.available')}
          help={say('profile.available.help')}
        />
      </Form>
      <Language />
      <Notifications />
      <Password />
      <p class="buttons">
        <button type="button" class="plain" onClick={() => void signOut().catch(tellFailure)}>
          {say('profile.sign-out')}
        </button>
      </p>
    </>
  );
};
