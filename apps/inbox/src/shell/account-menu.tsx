import type { RefObject, VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import {
  current,
  language,
  languages,
  loadTexts,
  nameLanguage,
  toName,
  say,
  session,
  setTheme,
  setUndoSeconds,
  signOut,
  tellFailure,
  type Theme,
  theme,
  themes,
  undoSeconds,
} from '../core';
import { Popover } from '../ui';

const seconds = [0, 5, 10, 20, 30] as const;

/** Says whether the person takes tickets: shown at once, undone when the platform refuses it. */
const setAvailable = async (available: boolean): Promise<void> => {
  const { user, parley } = current();
  session.value = { ...current(), user: { ...user, available } };
  try {
    session.value = { ...current(), user: await parley.users.updateMe(user.id, { available }) };
  } catch (error) {
    session.value = { ...current(), user };
    tellFailure(error);
  }
};

const Choose = ({
  label,
  value,
  options,
  choose,
}: {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  choose: (value: string) => void;
}): VNode => {
  const id = useId();
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </p>
  );
};

const Preferences = (): VNode => {
  const [undo, setUndo] = useState(undoSeconds());
  return (
    <>
      <Choose
        label={say('account.language')}
        value={language.value}
        options={languages.map((code) => [code, nameLanguage(code)])}
        choose={(code) => void loadTexts(code).catch(tellFailure)}
      />
      <Choose
        label={say('account.theme')}
        value={theme.value}
        options={themes.map((one) => [one, say(`account.theme.${one}`)])}
        choose={(one) => setTheme(one as Theme)}
      />
      <Choose
        label={say('account.undo')}
        value={String(undo)}
        options={seconds.map((one) => [String(one), say('account.seconds', { count: one })])}
        choose={(one) => {
          setUndo(Number(one));
          setUndoSeconds(Number(one));
        }}
      />
    </>
  );
};

/** What belongs to the person: availability, language, theme, the time to undo. */
export const AccountMenu = ({
  anchor,
  close,
}: {
  anchor: RefObject<HTMLButtonElement | null>;
  close: () => void;
}): VNode => {
  const { user } = current();
  return (
    <Popover anchor={anchor} label={say('account')} close={close}>
      <div class="inside">
        <p>
          <strong>{toName(user)}</strong>
          <br />
          <span class="hint">{user.email}</span>
        </p>
        <label class="tick">
          <input
            type="checkbox"
            role="switch"
            checked={user.available}
            onChange={({ currentTarget }) => void setAvailable(currentTarget.checked)}
          />
          {say('account.available')}
        </label>
        <Preferences />
        <button type="button" class="plain" onClick={() => void signOut().catch(tellFailure)}>
          {say('account.sign-out')}
        </button>
      </div>
    </Popover>
  );
};
