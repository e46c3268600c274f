import { eventually } from '@parley/testing';
import { type Api, ok } from './api';
import type { Mailbox } from './mailbox';

/** People of a campaign. */
export const PEOPLE = 2_000;
/** Mails that a process has taken up and that may arrive a second time when it is killed. */
export const IN_FLIGHT = 50;
/** Entries of one import. */
const IMPORTED = 500;

const makeAddress = (n: number): string => `reader.${n}@campaign.example`;

const isReader = (to: string): boolean => to.endsWith('@campaign.example');

/** Makes the contacts whom a campaign reaches. */
export const importReaders = async (admin: Api): Promise<void> => {
  const sessions = Array.from({ length: PEOPLE }, (_, n) => ({
    userId: `reader-${n}`,
    email: makeAddress(n),
    name: `Reader ${n}`,
  }));
  for (let at = 0; at < sessions.length; at += IMPORTED)
    ok(await admin.call('POST', '/sessions/importer', { sessions: sessions.slice(at, at + IMPORTED) }));
};

/** A campaign that is under way. */
export interface Campaign {
  id: string;
  /** Mails that arrived so far, repeated ones too. */
  arrived(): number;
  /** Waits until more mails arrived than there were, or the campaign is over. */
  goesOn(more: number): Promise<void>;
  /** Waits for its end: nobody is left out, and of the mails that came twice there are at most so many, each the same. */
  reachesAll(doubles: number): Promise<void>;
}

let campaigns = 0;

/** Makes an e-mail live for everybody whom `importReaders` made. */
export const startCampaign = async (admin: Api, mailbox: Mailbox, patience: number): Promise<Campaign> => {
  const subject = `News ${(campaigns += 1)}`;
  const { id } = ok(
    await admin.call('POST', '/engagement/emails', {
      name: 'News',
      status: 'live',
      subject: `${subject} for {{firstName|you}}`,
      message: 'Hello {{name}}, here is what is new.',
      conditions: [{ field: 'userId', operator: 'contains', value: 'reader-' }],
    }),
  );
  const mails = () =>
    mailbox
      .mails()
      .filter(({ to, mail }) => isReader(to) && mail.subject?.startsWith(`${subject} for Reader`));
  return {
    id,
    arrived: () => mails().length,
    goesOn: async (more) => {
      const wanted = Math.min(PEOPLE, mails().length + more);
      await eventually(() => expect(mails().length).toBeGreaterThanOrEqual(wanted), patience);
    },
    reachesAll: async (doubles) => {
      await eventually(async () => {
        const item = ok(await admin.call('GET', `/engagement/emails/${id}`));
        expect(item).toMatchObject({
          status: 'finished',
          sent: PEOPLE,
          stats: { pending: 0, failed: 0, skipped: 0 },
        });
      }, patience);
      const byAddress = new Map<string, Set<string>>();
      for (const { to, mail } of mails())
        byAddress.set(to, (byAddress.get(to) ?? new Set()).add(`${mail.messageId} ${mail.date}`));
      expect(byAddress.size).toBe(PEOPLE);
      expect([...byAddress.values()].filter((mailed) => mailed.size !== 1)).toEqual([]);
      expect(mails().length - PEOPLE).toBeLessThanOrEqual(doubles);
    },
  };
};
