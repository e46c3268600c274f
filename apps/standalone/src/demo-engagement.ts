import { BannersServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/banners_service';
import { ChatMessagesServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/chat_messages_service';
import { ChecklistsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/checklists_service';
import { CobrowseToursServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/cobrowse_tours_service';
import type { NewItem } from '@parley/proto/generated/parley/engagement/v1/item_input';
import { TooltipsServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/tooltips_service';
import { type CallContext, createClient, type Partially } from '@parley/rpc';
import type { Peers } from '@parley/runtime';

type DemoItem = Partially<NewItem> & { name: string };

const checklist: DemoItem = {
  name: 'First steps',
  status: 'live',
  subject: { localized: { en: 'First steps, {{firstName|there}}', de: 'Erste Schritte, {{firstName|du}}' } },
  config: {
    steps: [
      { id: 'profile', title: { localized: { en: 'Fill in your profile', de: 'Profil ausfüllen' } } },
      { id: 'invite', title: { localized: { en: 'Invite a colleague', de: 'Jemanden einladen' } } },
      {
        id: 'order',
        title: { localized: { en: 'Place an order', de: 'Bestellen' } },
        eventTrigger: 'order placed',
      },
    ],
  },
};

const tooltip: DemoItem = {
  name: 'Two ship free',
  status: 'live',
  message: { localized: { en: 'Two of a kind ship free.', de: 'Zwei gleiche sind versandkostenfrei.' } },
  config: { selector: '#cart h2' },
};

const tour: DemoItem = {
  name: 'Tour of the shop',
  status: 'live',
  subject: { localized: { en: 'See how it works', de: 'So geht es' } },
  config: {
    steps: [
      { id: 'teas', title: 'Choose a tea', selector: '#teas li' },
      { id: 'cart', title: 'Order it here', selector: '#order' },
    ],
  },
};

const banner: DemoItem = {
  name: 'Free shipping',
  status: 'live',
  message: { localized: { en: 'Free shipping until Sunday.', de: 'Bis Sonntag versandkostenfrei.' } },
};

const chatMessage: DemoItem = {
  name: 'May we help?',
  status: 'live',
  sender: { name: 'Grace' },
  message: { localized: { en: 'Hello {{firstName|there}}, may we help?', de: 'Hallo, können wir helfen?' } },
};

/** Makes sure that there is one live item of each kind that widgets show. */
export const seedEngagement = async ({ engagement }: Peers, context: CallContext): Promise<void> => {
  const checklists = createClient(ChecklistsServiceDefinition, engagement);
  const tooltips = createClient(TooltipsServiceDefinition, engagement);
  const tours = createClient(CobrowseToursServiceDefinition, engagement);
  const banners = createClient(BannersServiceDefinition, engagement);
  const chatMessages = createClient(ChatMessagesServiceDefinition, engagement);
  const isThere = ({ items }: { items: readonly { name: string }[] }, { name }: DemoItem): boolean =>
    items.some((item) => item.name === name);

  if (!isThere(await checklists.listChecklists({}, context), checklist))
    await checklists.createChecklist({ item: checklist }, context);
  if (!isThere(await tooltips.listTooltips({}, context), tooltip))
    await tooltips.createTooltip({ item: tooltip }, context);
  if (!isThere(await tours.listCobrowseTours({}, context), tour))
    await tours.createCobrowseTour({ item: tour }, context);
  if (!isThere(await banners.listBanners({}, context), banner))
    await banners.createBanner({ item: banner }, context);
  if (!isThere(await chatMessages.listChatMessages({}, context), chatMessage))
    await chatMessages.createChatMessage({ item: chatMessage }, context);
};
