import { browser, missing, type Probes, refused, type Refusal } from './request';

const forbidden: Refusal = { status: 403, code: 'project_forbidden' };

/** Users, projects, members, invitations, teams, service accounts, webhooks, components and files. */
export const workspaceProbes: Record<string, Probes> = {
  'users.me': () => [{ path: '/users/me' }],
  'users.permissions': (its) => [
    { path: '/users/me/permissions', headers: { project: its.projectId }, stranger: missing('project') },
    { path: `/users/me/permissions?organisationId=${its.organisationId}`, stranger: missing('organisation') },
  ],
  'users.push-key': () => [{ path: '/users/me/push-key' }],
  'users.subscribe-push': () => [{ path: '/users/me/push-subscriptions', body: browser }],
  'users.unsubscribe-push': () => [
    { path: `/users/me/push-subscriptions?endpoint=${encodeURIComponent(browser.endpoint)}` },
  ],
  'users.update-me': (its) => [{ path: `/users/${its.ids.agent}`, body: { jobTitle: 'Engineer' } }],
  'users.hand-over': () => [{ path: '/users/me/reassign-tickets' }],
  'users.unified-inbox': (its) => [
    ...['my', 'personalinbox', 'unassigned', 'unread', 'mentioned', 'overdue'].map((type) => ({
      path: `/users/unified-inbox?type=${type}`,
    })),
    { path: `/users/unified-inbox?filteredProjectId=${its.projectId}`, stranger: forbidden },
  ],
  'users.unified-inbox-ticket': (its) => [
    { path: `/users/unified-inbox/${its.ids.ticket}`, stranger: missing('ticket') },
  ],
  'organisations.list': () => [{ path: '/organisations' }],
  'organisations.create': () => [{ path: '/organisations', body: { name: 'Another' } }],
  'projects.list': () => [{ path: '/projects' }],
  'projects.create': (its) => [
    {
      path: '/projects',
      body: { name: 'Another', organisation: its.organisationId },
      stranger: missing('organisation'),
    },
  ],
  'projects.get': (its) => [{ path: `/projects/${its.projectId}`, stranger: forbidden }],
  'projects.update': (its) => [
    { path: `/projects/${its.projectId}`, body: { languages: ['de'] }, stranger: forbidden },
  ],
  'projects.rotate-secret-key': () => [{ path: '/projects/rotate-secret-key', body: {} }],
  'projects.verify-domain': () => [{ path: '/helpcenter/verify-domain', body: {} }],
  'project-members.list': () => [{ path: '/projects/users' }],
  'project-members.update-role': (its) => [
    { path: `/projects/users/${its.ids.leaver}`, body: { role: 'user' }, stranger: missing('member') },
  ],
  'project-members.remove': (its) => [
    { path: `/projects/users/${its.ids.leaver}`, stranger: missing('member') },
  ],
  'invitations.list-mine': () => [{ path: '/invitations' }],
  'invitations.answer': (its) => [
    {
      path: `/invitations/${its.ids.invitation}`,
      body: { accept: true },
      stranger: { status: 409, code: 'invitation_email_mismatch' },
    },
  ],
  'invitations.delete': (its) => [
    { path: `/invitations/${its.ids.invitation}`, stranger: missing('invitation') },
  ],
  'invitations.update-role': (its) => [
    {
      path: `/invitations/${its.ids.invitation}/role`,
      body: { role: 'agent' },
      stranger: missing('invitation'),
    },
  ],
  'invitations.list-organisation': (its) => [
    { path: `/invitations/organisations/${its.organisationId}`, stranger: missing('organisation') },
  ],
  'invitations.invite-organisation': (its) => [
    {
      path: `/invitations/organisations/${its.organisationId}`,
      body: { emails: ['stranger@example.com'] },
      stranger: missing('organisation'),
    },
  ],
  'invitations.list-project': () => [{ path: '/invitations/projects' }],
  'invitations.invite-project': (its) => [
    { path: '/invitations/projects', body: { emails: [its.texts.invited] } },
  ],
  'views.list': () => [{ path: '/views' }],
  'views.create': () => [{ path: '/views', body: { name: 'Open ones', filter: { status: 'OPEN' } } }],
  'views.update': (its) => [
    { path: `/views/${its.ids.view}`, body: { name: 'Renamed' }, stranger: missing('view') },
  ],
  'views.delete': (its) => [{ path: `/views/${its.ids.view}`, stranger: missing('view') }],
  'teams.list': () => [{ path: '/teams' }],
  'teams.create': (its) => [
    {
      path: '/teams',
      body: { name: 'Night shift', assignmentMethod: 'manual', members: [its.ids.agent] },
      stranger: refused('members.0'),
    },
  ],
  'teams.update': (its, mine) => [
    { path: `/teams/${its.ids.team}`, body: { limitTicketAmount: false }, stranger: missing('team') },
    { path: `/teams/${mine.ids.team}`, body: { members: [its.ids.agent] }, stranger: refused('members.0') },
  ],
  'teams.delete': (its) => [{ path: `/teams/${its.ids.team}`, stranger: missing('team') }],
  'teams.reorder': (its) => [
    { path: `/teams/${its.ids.team}/order`, body: { lexorank: '0|z' }, stranger: missing('team') },
  ],
  'service-accounts.list': () => [{ path: '/service-accounts' }],
  'service-accounts.create': () => [{ path: '/service-accounts', body: { name: 'Another' } }],
  'service-accounts.revoke': (its) => [
    { path: `/service-accounts/${its.ids.spareAccount}`, stranger: missing('service_account') },
  ],
  'mailboxes.list': () => [{ path: '/mailboxes' }],
  'mailboxes.create': (its) => [
    {
      path: '/mailboxes',
      body: { name: 'Orders', address: `orders-${its.mark}@example.com`, incoming: { type: 'http' } },
    },
    {
      path: '/mailboxes',
      body: {
        name: 'Other',
        address: `other-${its.mark}@example.com`,
        incoming: { type: 'http' },
        team: its.ids.team,
      },
      stranger: refused('team'),
    },
  ],
  'mailboxes.get': (its) => [{ path: `/mailboxes/${its.ids.mailbox}`, stranger: missing('mailbox') }],
  'mailboxes.update': (its, mine) => [
    { path: `/mailboxes/${its.ids.mailbox}`, body: { name: 'Help' }, stranger: missing('mailbox') },
    { path: `/mailboxes/${mine.ids.mailbox}`, body: { team: its.ids.team }, stranger: refused('team') },
  ],
  'mailboxes.test': (its) => [{ path: `/mailboxes/${its.ids.mailbox}/test`, stranger: missing('mailbox') }],
  'mailboxes.delete': (its) => [{ path: `/mailboxes/${its.ids.mailbox}`, stranger: missing('mailbox') }],
  'webhooks.list': () => [{ path: '/webhooks' }],
  'webhooks.create': (its) => [
    { path: '/webhooks', body: { url: `${its.site}/other`, events: ['SESSION_CREATED'], enabled: false } },
  ],
  'webhooks.get': (its) => [{ path: `/webhooks/${its.ids.webhook}`, stranger: missing('webhook') }],
  'webhooks.update': (its) => [
    { path: `/webhooks/${its.ids.webhook}`, body: { headers: [] }, stranger: missing('webhook') },
  ],
  'webhooks.delete': (its) => [{ path: `/webhooks/${its.ids.webhook}`, stranger: missing('webhook') }],
  'webhooks.deliveries': (its, mine) => [
    { path: `/webhooks/${its.ids.webhook}/deliveries`, stranger: missing('webhook') },
    { path: `/webhooks/${mine.ids.webhook}/deliveries?before=${its.ids.delivery}` },
  ],
  'webhooks.redeliver': (its, mine) => [
    {
      path: `/webhooks/${its.ids.webhook}/deliveries/${its.ids.delivery}/redeliver`,
      stranger: missing('webhook'),
    },
    {
      path: `/webhooks/${mine.ids.webhook}/deliveries/${its.ids.delivery}/redeliver`,
      stranger: missing('webhook_delivery'),
    },
  ],
  'webhooks.rotate-secret': (its) => [
    { path: `/webhooks/${its.ids.webhook}/rotate-secret`, stranger: missing('webhook') },
  ],
  'custom-components.list': (its) => [
    { path: '/custom-components' },
    { path: `/custom-components?searchTerm=${its.mark}&withCount=true` },
  ],
  'custom-components.create': () => [
    {
      path: '/custom-components',
      body: { name: 'another', schema: { type: 'object' }, template: '<p>Hi</p>' },
    },
  ],
  'custom-components.get': (its) => [
    { path: `/custom-components/${its.ids.component}`, stranger: missing('custom_component') },
  ],
  'custom-components.update': (its) => [
    {
      path: `/custom-components/${its.ids.component}`,
      body: { isPublished: true },
      stranger: missing('custom_component'),
    },
  ],
  'custom-components.delete': (its) => [
    { path: `/custom-components/${its.ids.component}`, stranger: missing('custom_component') },
  ],
  'uploads.upload': () => {
    const body = new FormData();
    body.append('file', new Blob(['text']), 'text.txt');
    return [{ path: '/uploads', body }];
  },
  'uploads.links': () => [{ path: '/uploads/links', body: { files: [{ name: 'notes.txt' }] } }],
  'uploads.from-url': (its) => [{ path: '/uploads/from-url', body: { url: `${its.site}/picture.png` } }],
};
