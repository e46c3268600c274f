/** Programs by which mails are opened. */
export type ReadingClient =
  'gmail' | 'yahoo' | 'outlook' | 'thunderbird' | 'samsung' | 'apple_mail' | 'other';

const signs: readonly (readonly [ReadingClient, RegExp])[] = [
  ['gmail', /GoogleImageProxy/],
  ['yahoo', /YahooMailProxy/],
  ['outlook', /Outlook|MSOffice/],
  ['thunderbird', /Thunderbird/],
  ['samsung', /SamsungBrowser|Samsung Email/],
];

const isAppleMail = (agent: string): boolean =>
  agent.trim() === 'Mozilla/5.0' || (/AppleWebKit/.test(agent) && !/Safari|Chrome|Gecko\//.test(agent));

/** The program that a `User-Agent` header names. */
export const readingClient = (agent: string): ReadingClient =>
  signs.find(([, sign]) => sign.test(agent))?.[0] ?? (isAppleMail(agent) ? 'apple_mail' : 'other');
