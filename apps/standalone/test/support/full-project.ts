import { eventually } from '@parley/testing';
import { createHmac, randomBytes } from 'node:crypto';
import { type Answer, type Api, ok } from './api';
import { fillHelpcenter } from './fill-helpcenter';
import { fillKnowledge, type KnowledgeId } from './fill-knowledge';
import type { Mailbox } from './mailbox';
import { join, openAccount, type Person } from './people';
import { fillPipelines } from './fill-pipelines';
import { fillWorkflows, type WorkflowId } from './fill-workflows';
import type { WebSite } from './web-site';

/** Tickets of a bulk reply that is scheduled: one more than are answered at once. */
const SCHEDULED = 31;
/** Two members of a project beside its admin. */
interface Staff {
  agent: Person;
  /** Somebody who may be removed. */
  leaver: Person;
}
/** A project with at least one of everything, and whoever calls in it. */
export interface FullProject {
  projectId: string;
  organisationId: string;
  apiToken: string;
  secretKey: string;
  admin: Api;
  agent: Api;
  /** A service account, which acts with role user. */
  service: Api;
  /** Part of every text that was written in it. */
  mark: string;
  site: string;
  ids: Record<
    | 'admin'
    | 'agent'
    | 'leaver'
    | 'serviceAccount'
    | 'spareAccount'
    | 'invitation'
    | 'team'
    | 'view'
    | 'webhook'
    | 'mailbox'
    | 'delivery'
    | 'component'
    | 'template'
    | 'contact'
    | 'otherContact'
    | 'importJob'
    | 'articleImport'
    | 'ticket'
    | 'main'
    | 'merged'
    | 'duplicate'
    | 'request'
    | 'sameRequest'
    | 'tracker'
    | 'checklistItem'
    | 'tooltip'
    | 'cobrowse'
    | 'banner'
    | 'chatMessage'
    | 'engagementEmail'
    | 'survey'
    | 'news'
    | 'modal'
    | 'pushNotification'
    | 'productTour'
    | 'scheduledTicket'
    | 'scheduledReply'
    | 'message'
    | 'note'
    | 'reply'
    | 'suggestion'
    | 'collection'
    | 'article'
    | 'articleVersion'
    | 'stagedArticle'
    | 'pipeline'
    | 'companyBoard'
    | 'entry'
    | 'redirect'
    | 'emailTemplate'
    | (KnowledgeId | WorkflowId),
    string
  >;
  texts: Record<
    | 'userId'
    | 'userHash'
    | 'email'
    | 'company'
    | 'memory'
    | 'invited'
    | 'shareToken'
    | 'secretShareToken'
    | 'svcId'
    | 'svcHash'
    | 'fileUrl'
    | 'mailMessageId'
    | 'mailReplyTo'
    | 'pipelineField'
    | 'contentId',
    string
  >;
}

const poster =
  (api: Api) =>
  async (path: string, body: unknown): Promise<Answer['body']> =>
    ok(await api.call('POST', path, body));

const fillWorkspace = async (admin: Api, mark: string, site: WebSite, { agent }: Staff) => {
  const post = poster(admin);
  const invited = `pending-${mark}@example.com`;
  ok(await admin.call('POST', '/invitations/projects', { emails: [invited] }));
  const [invitation] = ok(await admin.call('GET', '/invitations/projects'));
  const serviceAccount = await post('/service-accounts', { name: `Orders ${mark}` });
  const spareAccount = await post('/service-accounts', { name: `Spare ${mark}` });
  const team = await post('/teams', {
    name: `Team${mark}`,
    assignmentMethod: 'manual',
    members: [agent.id],
  });
  const webhook = await post('/webhooks', {
    name: `Hook${mark}`,
    url: `${site.url}/hook/${mark}`,
    events: ['TICKET_CREATED', 'MESSAGE_CREATED'],
    filters: { ticketTypes: ['HOOKED'] },
    headers: [{ key: 'x-secret', value: `header${mark}` }],
  });
  const component = await post('/custom-components', {
    name: `card-${mark}`,
    schema: { type: 'object' },
    template: `<h3>${mark}</h3>`,
  });
  const mailbox = await post('/mailboxes', {
    name: `Help${mark}`,
    address: `help-${mark}@example.com`,
    fromName: `Desk${mark}`,
    team: team.id,
    signature: `Your desk ${mark}`,
    incoming: { type: 'http' },
  });
  const view = await post('/views', { name: `View${mark}`, filter: { status: 'OPEN' }, shared: true });
  return { invited, invitation, serviceAccount, spareAccount, team, view, webhook, mailbox, component };
};

const fillContacts = async (api: Api, mark: string, site: WebSite) => {
  const post = poster(api);
  const texts = {
    userId: `user-${mark}`,
    email: `lin-${mark}@example.com`,
    company: `company-${mark}`,
    memory: `memory${mark}`,
  };
  const contact = await post('/sessions', {
    userId: texts.userId,
    email: texts.email,
    name: `Lin${mark} Park`,
    phone: `+49 30 ${mark}`,
    companyId: texts.company,
    customData: { plan: `plan${mark}` },
  });
  const otherContact = await post('/sessions', { email: `kim-${mark}@example.com`, name: `Kim${mark}` });
  ok(
    await api.call('PUT', `/companies/${texts.company}`, { name: `Acme${mark}`, domain: `${mark}.example` }),
  );
  await post(`/sessions/${contact.id}/memory`, { name: texts.memory, content: `content${mark}` });
  const job = await post('/sessions/importer/intercom', { endpoint: site.url, apiKey: 'key' });
  return { texts, contact, otherContact, importJob: job.jobId as string };
};

const fillTickets = async (
  api: Api,
  mark: string,
  refs: { contact: string; team: string; agent: string },
) => {
  const post = poster(api);
  const make = async (title: string, more: object = {}) =>
    (await post('/tickets', { title: `${title}${mark}`, ...more })).id as string;
  const ticket = await post('/tickets', {
    title: `Ticket${mark}`,
    type: 'INQUIRY',
    session: refs.contact,
    processingUser: refs.agent,
    processingTeam: refs.team,
    mentions: [refs.agent],
    customData: { order: `order${mark}` },
    consoleLog: [{ log: `console${mark}` }],
    actionLog: [{ name: `action${mark}` }],
  });
  const main = await make('Main');
  const merged = await make('Merged');
  const duplicate = await make('Duplicate');
  ok(await api.call('PUT', '/tickets/merge', { ticketsToMergeIds: [merged], targetTicketId: main }));
  const request = await make('Dark theme at night ', { type: 'FEATURE_REQUEST' });
  const sameRequest = await make('A dark theme at night ', { type: 'FEATURE_REQUEST' });
  const tracker = await post('/tickets/tracker-tickets', { title: `Tracker${mark}` });
  const scheduled = await Promise.all(
    Array.from({ length: SCHEDULED }, (_, index) => make(`Scheduled ${index} `, { type: 'BULK' })),
  );
  ok(
    await api.call('POST', '/tickets/bulk/reply', {
      selection: { ids: scheduled },
      comment: `Later${mark}`,
      batchId: `batch-${mark}`,
    }),
  );
  const [scheduledTicket = ''] = scheduled;
  const [reply] = ok(await api.call('GET', `/tickets/${scheduledTicket}/scheduled-replies`));
  await make('Hooked', { type: 'HOOKED' });
  return {
    ticket,
    ids: {
      ticket: ticket.id as string,
      main,
      merged,
      duplicate,
      request,
      sameRequest,
      tracker: tracker.id as string,
      scheduledTicket,
      scheduledReply: reply.id as string,
    },
  };
};

const fillMessages = async (api: Api, mark: string, ticket: string) => {
  const post = poster(api);
  const message = await post('/messages', { ticket, comment: `Message${mark}` });
  const note = await post('/messages', { ticket, comment: `Note${mark}`, isNote: true });
  const reply = await post(`/messages/${message.id}/thread`, { comment: `Thread${mark}` });
  const suggestion = await post('/messages', {
    ticket,
    type: 'FAQ_SUGGESTION',
    data: { question: `Question${mark}?`, answer: `Answer${mark}.` },
  });
  const template = await post('/message-templates', {
    title: `Template${mark}`,
    content: `Content${mark}`,
    isPublic: true,
    tags: [`tag${mark}`],
  });
  const form = new FormData();
  form.append('file', new Blob([`file${mark}`]), 'notes.txt');
  const { fileUrl } = await post('/uploads', form);
  return {
    fileUrl: fileUrl as string,
    ids: {
      message: message.id,
      note: note.id,
      reply: reply.id,
      suggestion: suggestion.id,
      template: template.id,
    },
  };
};

/** An item of each kind, five of them live; the contact has begun the checklist. */
const fillEngagement = async (admin: Api, mark: string, widget: Record<string, string>) => {
  const post = poster(admin);
  const create = async (path: string, fields: object): Promise<string> =>
    (await post(`/engagement/${path}`, { name: `Item${mark}`, tags: [`tag${mark}`], ...fields }))
      .id as string;
  const message = { localized: { en: `Message${mark}` } };
  const steps = [{ id: 's1', title: `Step${mark}` }];
  const conditions = [{ field: 'customData.mark', operator: 'eq', value: mark }];
  const questions = [{ id: 'q1', type: 'nps', title: `Question${mark}` }];
  const items = {
    checklistItem: await create('checklists', { config: { steps }, status: 'live' }),
    tooltip: await create('tooltips', { config: { html: `<p>Html${mark}</p>` }, conditions }),
    cobrowse: await create('cobrowse', { config: { steps } }),
    banner: await create('banners', { message, status: 'live' }),
    chatMessage: await create('chat-messages', { message, subject: `Subject${mark}`, status: 'live' }),
    engagementEmail: await create('emails', { message, subject: `Subject${mark}` }),
    survey: await create('surveys', { config: { questions }, status: 'live' }),
    news: await create('news', { message, subject: `Subject${mark}`, status: 'live' }),
    modal: await create('modals', { message }),
    pushNotification: await create('push-notifications', {
      subject: 'Hello',
      config: { url: 'https://shop.example/' },
      trigger: 'event',
      eventTrigger: 'nothing',
    }),
    productTour: await create('product-tours', { config: { steps } }),
  };
  const due = ok(
    await admin
      .as({ token: undefined, project: undefined })
      .call('GET', '/shared/engagements', undefined, widget),
  );
  expect(due).toHaveLength(4);
  return items;
};

/** Signs up three people, makes a project and fills it. What an agent may create, the agent creates. */
export const fillProject = async (anonymous: Api, mailbox: Mailbox, site: WebSite): Promise<FullProject> => {
  const mark = `q${randomBytes(5).toString('hex')}`;
  const open = (name: string) =>
    openAccount(anonymous, mailbox, `${name}-${mark}@example.com`, `${name}${mark} Staff`);
  const [founder, agent, leaver] = await Promise.all([open('founder'), open('agent'), open('leaver')]);
  const project = await poster(founder.api)('/projects', { name: `Shop${mark}` });
  const admin = founder.api.as({ project: project.id });
  const agentApi = await join(admin, project.id, agent, 'agent');
  await join(admin, project.id, leaver, 'user');

  const workspace = await fillWorkspace(admin, mark, site, { agent, leaver });
  const { invitation, serviceAccount, spareAccount, team, webhook, component } = workspace;
  const contacts = await fillContacts(agentApi, mark, site);
  const refs = { contact: contacts.contact.id, team: team.id, agent: agent.id };
  const tickets = await fillTickets(agentApi, mark, refs);
  const messages = await fillMessages(agentApi, mark, tickets.ids.ticket);
  const helpcenter = await fillHelpcenter(admin, mark);
  const pipelines = await fillPipelines(agentApi, mark, contacts.contact.id, contacts.texts.company);
  const knowledge = await fillKnowledge(admin, mark, { site: site.url, ticket: tickets.ids.ticket });
  const workflows = await fillWorkflows(admin, mark, team);
  const delivery = await eventually(async () => {
    const [first] = ok(await admin.call('GET', `/webhooks/${webhook.id}/deliveries`));
    expect(first?.status).toBe('delivered');
    return first;
  });
  const { svcId, svcHash } = ok(await admin.call('GET', `/sessions/${contacts.contact.id}`));
  const engagement = await fillEngagement(admin, mark, {
    'api-token': project.apiToken,
    'svc-id': svcId,
    'svc-hash': svcHash,
  });
  const mail = await mailbox.waitFor(contacts.texts.email);
  return {
    projectId: project.id,
    organisationId: project.organisation,
    apiToken: project.apiToken,
    secretKey: project.secretKey,
    admin,
    agent: agentApi,
    service: anonymous.as({ token: serviceAccount.token, project: project.id }),
    mark,
    site: site.url,
    ids: {
      ...tickets.ids,
      ...messages.ids,
      ...helpcenter,
      ...pipelines.ids,
      ...engagement,
      ...knowledge.ids,
      ...workflows,
      admin: founder.id,
      agent: agent.id,
      leaver: leaver.id,
      serviceAccount: serviceAccount.id,
      spareAccount: spareAccount.id,
      invitation: invitation.id,
      team: team.id,
      view: workspace.view.id,
      webhook: webhook.id,
      mailbox: workspace.mailbox.id,
      delivery: delivery.id,
      component: component.id,
      contact: contacts.contact.id,
      otherContact: contacts.otherContact.id,
      importJob: contacts.importJob,
    },
    texts: {
      ...contacts.texts,
      invited: workspace.invited,
      shareToken: tickets.ticket.shareToken,
      secretShareToken: tickets.ticket.secretShareToken,
      svcId,
      svcHash,
      userHash: createHmac('sha256', project.sessionSecret).update(contacts.texts.userId).digest('hex'),
      fileUrl: messages.fileUrl,
      pipelineField: pipelines.pipelineField,
      contentId: knowledge.contentId,
      mailMessageId: mail.messageId ?? '',
      mailReplyTo: mail.replyTo?.[0]?.address ?? '',
    },
  };
};
