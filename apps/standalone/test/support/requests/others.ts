import type { FullProject } from '../full-project';
import type { ProbeRequest, Probes } from './request';

const anonymous = ({ admin }: FullProject) => admin.as({ token: undefined, project: undefined });

const widget = (mine: FullProject, session: FullProject, path: string, body: object): ProbeRequest => ({
  path,
  body,
  caller: anonymous(mine),
  headers: {
    'api-token': mine.apiToken,
    'svc-id': session.texts.svcId,
    'svc-hash': session.texts.svcHash,
  },
});

/** Shows that a page of the platform itself asks. */
const ownPage = { 'x-requested-with': 'inbox' };

const foreignSession = { status: 401, code: 'invalid_session' };

/** A mail of a contact that answers to a mail of the ticket. */
const answer = ({ texts, mark }: FullProject): Uint8Array =>
  Buffer.from(
    [
      `From: Lin <${texts.email}>`,
      `To: ${texts.mailReplyTo}`,
      `Message-ID: <answer-${mark}@mail.example.com>`,
      `In-Reply-To: ${texts.mailMessageId}`,
      `References: ${texts.mailMessageId}`,
      'Subject: Re: Ticket',
      '',
      'Still there?',
      '',
    ].join('\r\n'),
  );

const proven = ({ texts: { userId, userHash } }: FullProject) => ({ userId, userHash });

/** What is called without a member's token: by widgets, by programs, by anyone. */
export const otherProbes: Record<string, Probes> = {
  'widget.start-session': (its, mine) => [
    { ...widget(mine, its, '/shared/sessions', {}), stranger: foreignSession },
  ],
  'widget.identify': (its, mine) => [
    { ...widget(mine, its, '/shared/sessions/identify', proven(its)), stranger: foreignSession },
    { ...widget(mine, mine, '/shared/sessions/identify', proven(its)), stranger: foreignSession },
  ],
  'widget.track-events': (its, mine) => [
    {
      ...widget(mine, its, '/shared/sessions/events', { events: [{ name: 'pageView' }] }),
      stranger: foreignSession,
    },
  ],
  'widget.upload': (its, mine) => {
    const body = new FormData();
    body.append('file', new Blob(['text']), 'text.txt');
    return [{ ...widget(mine, its, '/shared/uploads', body), stranger: foreignSession }];
  },
  'tickets.inbound-email': (its, mine) => [
    {
      path: '/inbound/email',
      body: answer(its),
      headers: { 'content-type': 'message/rfc822' },
      caller: mine.service.as({ project: undefined }),
    },
  ],
  'users.sign-up': (its, mine) => [
    {
      path: '/users',
      body: { email: `agent-${its.mark}@example.com`, name: 'Eve', challengeToken: 'x' },
      caller: anonymous(mine),
    },
  ],
  'users.verify': (its, mine) => [
    {
      path: '/users/verify',
      body: { email: `agent-${its.mark}@example.com`, code: '000000' },
      caller: anonymous(mine),
      stranger: { status: 400, code: 'invalid_code' },
    },
  ],
  'users.resend': (its, mine) => [
    { path: '/users/resend', body: { id: its.ids.agent }, caller: anonymous(mine) },
  ],
  'users.forgot-password': (its, mine) => [
    {
      path: '/users/password/forgot',
      body: { email: `agent-${its.mark}@example.com` },
      caller: anonymous(mine),
    },
  ],
  'users.reset-password': (its, mine) => [
    {
      path: '/users/password/reset',
      body: { token: `token-${its.mark}`, password: 'correct horse battery' },
      caller: anonymous(mine),
      stranger: { status: 400, code: 'invalid_code' },
    },
  ],
  'inbox.sign-in': (its, mine) => [
    {
      path: '/inbox/session',
      body: { email: `agent-${its.mark}@example.com`, password: 'wrong horse' },
      headers: ownPage,
      caller: anonymous(mine),
      stranger: { status: 401, code: 'invalid_credentials' },
    },
  ],
  'inbox.sign-out': (_its, mine) => [{ path: '/inbox/session', headers: ownPage, caller: anonymous(mine) }],
  'users.login': (its, mine) => [
    {
      path: '/users/login',
      body: { email: `agent-${its.mark}@example.com`, password: 'wrong horse' },
      caller: anonymous(mine),
      stranger: { status: 401, code: 'invalid_credentials' },
    },
  ],
};
