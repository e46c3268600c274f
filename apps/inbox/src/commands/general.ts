import {
  language,
  languages,
  listViews,
  loadTexts,
  nameLanguage,
  pathTo,
  say,
  setTheme,
  signOut,
  theme,
  themes,
} from '../core';
import { type Command, showOverlay } from './registry';

/** Goes to the views and pages. */
export const listPages = (route: (path: string) => void): Command[] => [
  { id: 'compose', label: say('command.compose'), run: () => showOverlay('compose') },
  ...listViews().map(({ key, text, name = '' }) => ({
    id: `view-${key}`,
    label: say('command.view', { name: text ? say(text) : name }),
    run: () => route(pathTo(key)),
  })),
  ...(['settings', 'figures'] as const).map((page) => ({
    id: page,
    label: say('command.page', { name: say(`page.${page}`) }),
    run: () => route(`/inbox/${page}`),
  })),
];

/** How the page looks and speaks, and the end of the session. */
export const listPreferences = (): Command[] => [
  { id: 'keys', label: say('command.keys'), keys: '?', run: () => showOverlay('keys') },
  ...themes
    .filter((one) => one !== theme.value)
    .map((one) => ({ id: `theme-${one}`, label: say(`command.theme.${one}`), run: () => setTheme(one) })),
  ...languages
    .filter((code) => code !== language.value)
    .map((code) => ({
      id: `language-${code}`,
      label: say('command.language', { name: nameLanguage(code) }),
      run: () => loadTexts(code),
    })),
  { id: 'sign-out', label: say('account.sign-out'), run: signOut },
];
