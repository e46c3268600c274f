import { openBrowser } from '@parley/testing';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { type Api, createApi, ok } from './api';
import type { Document } from './engagement';
import { type Mailbox, openMailbox } from './mailbox';
import { join, newAddress, openAccount, PASSWORD, type Person } from './people';
import { removeHome, startPlatform } from './platform';
import { type SharedPlatform, sharePlatform } from './shared-platform';

/** A project, and the team that works in its inbox. */
export interface InboxTeam {
  projectId: string;
  /** Its founder, in the project. */
  founder: Person;
  /** Another agent of the project. */
  colleague(name: string): Promise<Person>;
  /** A ticket of a contact, with its first message. */
  write(contact: string, text: string, more?: Document): Promise<Document>;
  /** A further message of the ticket's contact. */
  answer(ticket: Document, text: string): Promise<Document>;
}

/** The inbox in a browser, signed in. */
export interface InboxWindow {
  page: Page;
  context: BrowserContext;
  /** What the browser complained of: policies, errors, requests that failed. */
  complaints: string[];
  views: Locator;
  rows: Locator;
  conversation: Locator;
  /** The message with a text. */
  message(text: string): Locator;
  /** Opens the ticket in the row of a contact. */
  openRow(contact: string): Promise<void>;
  /** Types into the list that gets the focus, and takes the first option that matches. */
  pick(words: string): Promise<void>;
  /** Types into a field of the composer that gets the focus. */
  type(field: 'Reply' | 'Note', text: string): Promise<void>;
}

/** The platform and a browser. */
export interface InboxWorld {
  platform: SharedPlatform['platform'];
  mailbox: Mailbox;
  browser: Browser;
  team(): Promise<InboxTeam>;
  /** Signs in by the form, and opens a path of the inbox. */
  open(person: Person, path?: string, options?: BrowserContextOptions): Promise<InboxWindow>;
  stop(): Promise<void>;
}

/** The inbox at the platform that the files of this worker share. */
export const startInboxWorld = async (): Promise<InboxWorld> => {
  const shared = await sharePlatform();
  const world = await openInboxWorld(shared);
  return {
    ...world,
    stop: async () => {
      await world.stop();
      await shared.leave();
    },
  };
};

/** The same at a platform of its own with settings of its own, which stops with it. */
export const startOwnInboxWorld = async (settings: NodeJS.ProcessEnv): Promise<InboxWorld> => {
  const mailbox = await openMailbox();
  const platform = await startPlatform({ PARLEY_DEMO: '0', SMTP_URL: mailbox.url, ...settings });
  const world = await openInboxWorld({ platform, mailbox });
  return {
    ...world,
    stop: async () => {
      await world.stop();
      await platform.stop();
      removeHome(platform.home);
      await mailbox.close();
    },
  };
};

/** The same at a platform that the test stops itself. */
export const openInboxWorld = async ({
  platform,
  mailbox,
}: Pick<SharedPlatform, 'platform' | 'mailbox'>): Promise<InboxWorld> => {
  const browser = await openBrowser();
  const anonymous = createApi(() => `${platform.origin}/v3`);
  return {
    platform,
    mailbox,
    browser,
    team: () => makeTeam(anonymous, mailbox),
    open: async (person, path = '/inbox/all', options = {}) => {
      const context = await browser.newContext({
        locale: 'en-GB',
        viewport: { width: 1400, height: 900 },
        ...options,
      });
      const page = await context.newPage();
      // Messages leave at once: tests of the time in which they can be undone set it themselves.
      await page.addInitScript(() => localStorage.setItem('parley-inbox-undo-seconds', '0'));
      const complaints = listen(page);
      await page.goto(`${platform.origin}${path}`);
      await signIn(page, person.email);
      await page.getByRole('navigation', { name: 'Views' }).waitFor();
      // Before a sign-in the browser reports that its questions were refused.
      complaints.length = 0;
      return { page, context, complaints, ...look(page) };
    },
    stop: () => browser.close(),
  };
};

/** Fills in the form of the sign-in. */
export const signIn = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  // The panel of a contact has such a field too, until the form shows.
  const form = page.locator('form').filter({ has: page.getByLabel('Password') });
  await form.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button', { name: 'Sign in' }).click();
};

const listen = (page: Page): string[] => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
};

const look = (page: Page): Omit<InboxWindow, 'page' | 'context' | 'complaints'> => {
  const rows = page.getByRole('region', { name: 'Tickets' }).getByRole('listitem');
  const conversation = page.getByRole('main', { name: 'Conversation' });
  return {
    views: page.getByRole('navigation', { name: 'Views' }),
    rows,
    conversation,
    message: (text) => conversation.getByRole('article').filter({ hasText: text }),
    openRow: async (contact) => {
      await rows.filter({ hasText: contact }).getByRole('link').click();
      await conversation.getByRole('textbox', { name: /^(Reply|Note)$/ }).waitFor();
    },
    pick: async (words) => {
      await page.locator('.filter:focus').pressSequentially(words);
      await page.locator('.choices').getByRole('option').first().waitFor();
      await page.keyboard.press('Enter');
    },
    type: async (name, text) => {
      await conversation.getByRole('textbox', { name }).and(page.locator(':focus')).waitFor();
      await page.keyboard.type(text);
    },
  };
};

const makeTeam = async (anonymous: Api, mailbox: Mailbox): Promise<InboxTeam> => {
  const account = await openAccount(anonymous, mailbox, newAddress('founder'), 'Ada Founder');
  const { id: projectId } = ok(await account.api.call('POST', '/projects', { name: 'Web shop' })) as Document;
  const founder = { ...account, api: account.api.as({ project: projectId }) };
  return {
    projectId,
    founder,
    colleague: async (name) => {
      const person = await openAccount(anonymous, mailbox, newAddress('colleague'), name);
      return { ...person, api: await join(founder.api, projectId, person, 'admin') };
    },
    write: async (contact, text, more = {}) => {
      const { id: session } = ok(
        await founder.api.call('POST', '/sessions', { name: contact, userId: newAddress(contact) }),
      );
      const ticket = ok(
        await founder.api.call('POST', '/tickets', {
          title: `Question of ${contact}`,
          session,
          type: 'INQUIRY',
          ...more,
        }),
      );
      ok(await founder.api.call('POST', '/messages', { ticket: ticket.id, session, comment: text }));
      return ticket;
    },
    answer: async ({ id: ticket, session }, text) =>
      ok(await founder.api.call('POST', '/messages', { ticket, session: session.id, comment: text })),
  };
};
