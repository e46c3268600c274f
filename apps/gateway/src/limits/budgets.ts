import { CONTACT_FILES_PER_HOUR } from './files';

/** A budget of requests that operations share. */
export interface Budget {
  windowSeconds: number;
  /** The key of a budget: the address, the address and the `email` of the body, or the caller. */
  by: 'ip' | 'ip-and-email' | 'caller';
  /** Requests per window, from the settings. */
  limit: (settings: BudgetSettings) => number;
}

/** The settings that budgets depend on. */
export interface BudgetSettings {
  signupLimitPerHour: number;
  loginLimitPerMinute: number;
  answerLimitPerMinute: number;
}

/** Attempts of one address on all accounts, as a multiple of those on one account. */
const LOGIN_ADDRESS_FACTOR = 10;

/** Links to a help center that a network may ask for in an hour, and mails with one that an address gets. */
const SIGN_IN_LINKS_PER_HOUR = 20;
const SIGN_IN_MAILS_PER_HOUR = 5;

/** Every shared budget. Sign-up, verify and resend share one per address. */
export const budgets = {
  signUp: { windowSeconds: 3600, by: 'ip', limit: (settings) => settings.signupLimitPerHour },
  login: {
    windowSeconds: 60,
    by: 'ip',
    limit: (settings) => settings.loginLimitPerMinute * LOGIN_ADDRESS_FACTOR,
  },
  loginAccount: {
    windowSeconds: 60,
    by: 'ip-and-email',
    limit: (settings) => settings.loginLimitPerMinute,
  },
  contactUploads: { windowSeconds: 3600, by: 'caller', limit: () => CONTACT_FILES_PER_HOUR },
  signInLinks: { windowSeconds: 3600, by: 'caller', limit: () => SIGN_IN_LINKS_PER_HOUR },
  signInAddress: { windowSeconds: 3600, by: 'caller', limit: () => SIGN_IN_MAILS_PER_HOUR },
  answers: { windowSeconds: 60, by: 'caller', limit: (settings) => settings.answerLimitPerMinute },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof budgets;
