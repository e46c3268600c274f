import { ApiKeys } from './api-keys';
import { HelpCenter } from './help-center';
import { Mailboxes } from './mailboxes';
import { Members } from './members';
import { Profile } from './profile';
import type { Section } from './section';
import { Tags } from './tags';
import { Teams } from './teams';
import { Templates } from './templates';
import { Webhooks } from './webhooks';
import { Widget } from './widget';

/** The pages of the settings, in their order. */
export const sections: readonly Section[] = [
  { key: 'profile', text: 'settings.profile', needs: [], Show: Profile },
  { key: 'members', text: 'settings.members', needs: ['INVITATION_CREATE', 'MEMBER_UPDATE'], Show: Members },
  { key: 'teams', text: 'settings.teams', needs: ['TEAM_CREATE'], Show: Teams },
  { key: 'templates', text: 'settings.templates', needs: ['TEMPLATE_CREATE'], Show: Templates },
  { key: 'tags', text: 'settings.tags', needs: ['PROJECT_UPDATE'], Show: Tags },
  { key: 'mailboxes', text: 'settings.mailboxes', needs: ['MAILBOX_CREATE'], Show: Mailboxes },
  { key: 'widget', text: 'settings.widget', needs: ['PROJECT_UPDATE'], Show: Widget },
  { key: 'help-center', text: 'settings.help-center', needs: ['HELPCENTER_CREATE'], Show: HelpCenter },
  { key: 'webhooks', text: 'settings.webhooks', needs: ['WEBHOOK_CREATE'], Show: Webhooks },
  { key: 'api-keys', text: 'settings.api-keys', needs: ['SERVICE_ACCOUNT_CREATE'], Show: ApiKeys },
];
