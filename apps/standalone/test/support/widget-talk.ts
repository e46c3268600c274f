import { eventually } from '@parley/testing';
import { ok } from './api';
import type { Document } from './engagement';
import type { ShopTeam, Visit, WidgetWorld } from './widget-world';

/** How tests write by the widget and as its team. */
export interface WidgetTalk {
  /** A visitor of the shop that nobody knows yet. */
  newVisit(script?: string): Promise<Visit>;
  write(visit: Pick<Visit, 'panel'>, text: string): Promise<void>;
  /** Opens the widget and begins a conversation; answers its ticket. */
  begin(visit: Visit, text: string): Promise<Document>;
  listMessages(ticket: string): Promise<string[]>;
  reply(ticket: string, comment: string, more?: object): Promise<unknown>;
  /** Texts of the messages that the platform has. */
  shown(visit: Pick<Visit, 'panel'>): Promise<string[]>;
}

export const talkWith = (world: () => WidgetWorld, team: () => ShopTeam): WidgetTalk => {
  let count = 0;
  const write: WidgetTalk['write'] = async ({ panel }, text) => {
    await panel.getByLabel('Your message').fill(text);
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
  };
  const listMessages: WidgetTalk['listMessages'] = async (ticket) => {
    const path = `/messages?ticket=${ticket}&sort=index&limit=1000`;
    return (ok(await team().admin.call('GET', path)) as Document[]).map(({ plainContent }) => plainContent);
  };
  return {
    newVisit: (script) => {
      count += 1;
      return world().visit(`/visit-${count}`, {
        tag: `data-key="${team().apiToken}"`,
        ...(script !== undefined && { script }),
      });
    },
    write,
    begin: async (visit, text) => {
      await visit.launcher.click();
      await visit.panel.getByRole('button', { name: 'Send us a message' }).click();
      await write(visit, text);
      return eventually(async () => {
        const { tickets } = ok(await team().admin.call('GET', '/tickets?limit=100'));
        for (const ticket of tickets as Document[])
          if ((await listMessages(ticket.id)).includes(text)) return ticket;
        throw new Error(`No ticket has “${text}”`);
      });
    },
    listMessages,
    reply: (ticket, comment, more = {}) =>
      team()
        .admin.call('POST', '/messages', { ticket, comment, ...more })
        .then(ok),
    shown: ({ panel }) => panel.locator('.log li:not(.waiting) > p').allInnerTexts(),
  };
};
