import { signal } from '@preact/signals';

/** Which colours show: those that the system prefers, or always the same. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const STORED = 'parley-inbox-theme';

const readStored = (): Theme => {
  const stored = localStorage.getItem(STORED);
  return themes.find((one) => one === stored) ?? 'system';
};

export const theme = signal<Theme>(readStored());

theme.subscribe((chosen) => {
  document.documentElement.style.colorScheme = chosen === 'system' ? '' : chosen;
});

/** Sets the theme, in this browser. */
export const setTheme = (chosen: Theme): void => {
  theme.value = chosen;
  localStorage.setItem(STORED, chosen);
};
