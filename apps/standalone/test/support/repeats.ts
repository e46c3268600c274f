import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ofWidget, openWith, question, runSample } from './run-samples';
import { ok } from './api';
import { uploadArchive } from './fill-knowledge';
import { uploadZip } from './upload-zip';
import type { FullProject } from './full-project';
import type { Mailbox } from './mailbox';
import { probes } from './requests';
import type { ProbeRequest } from './requests/request';

/**
 * Why a repetition has no second effect:
 * - `recorded`: the service keeps the response in the transaction of the effect (`effects.once`);
 * - `keyed`: what it writes carries the request's id, or one of its own, in a unique index;
 * - `idempotent`: it asks for a state, or only reads;
 * - `local`: the gateway does it itself and answers in the same breath; what a repetition leaves is a file that nobody was
 *   told of;
 * - `refused`: it reads by a language model, and is refused each time by a platform without one.
 */
export type Repeat = 'recorded' | 'keyed' | 'idempotent' | 'local' | 'refused';

/** A request that works when its own project sends it. */
export type Sample = (its: FullProject, mailbox: Mailbox) => ProbeRequest | Promise<ProbeRequest>;

/** What holds of an operation that is not recorded, and a request where the first of its probes does not do. */
interface Repeatable {
  repeat?: Repeat;
  sample?: Sample;
  /** Remembered effects that the request leaves in all services together; default one when it is recorded. */
  effects?: number;
}

const PASSWORD = 'correct horse battery';

const anonymous = ({ admin }: FullProject) => admin.as({ token: undefined, project: undefined });

const signingUp = (its: FullProject, name: string): ProbeRequest => ({
  path: '/users',
  body: { email: `${name}-${its.mark}@example.com`, name: 'Eve', password: PASSWORD, challengeToken: 'x' },
  caller: anonymous(its),
});

/** The id of somebody who signed up, with the code that was mailed. */
const signUp = async (
  its: FullProject,
  mailbox: Mailbox,
  name: string,
): Promise<{ id: string; email: string; code: string }> => {
  const { path, body } = signingUp(its, name);
  const answer = await anonymous(its).call('POST', path, body);
  const { id, email } = answer.body.user;
  const { text = '' } = await mailbox.waitFor(email);
  return { id, email, code: /\b\d{6}\b/.exec(text)?.[0] ?? '' };
};

/** Operations with POST that are not recorded, or not by one effect, or whose first probe does not do. */
const repeats: Readonly<Record<string, Repeatable>> = {
  'users.sign-up': { sample: (its) => signingUp(its, 'eve') },
  'users.verify': {
    sample: async (its, mailbox) => {
      const { email, code } = await signUp(its, mailbox, 'vera');
      return { path: '/users/verify', body: { email, code }, caller: anonymous(its) };
    },
  },
  'users.resend': {
    sample: async (its, mailbox) => {
      const { id } = await signUp(its, mailbox, 'rita');
      return { path: '/users/resend', body: { id }, caller: anonymous(its) };
    },
  },
  'users.subscribe-push': { repeat: 'idempotent' },
  'users.login': {
    repeat: 'idempotent',
    sample: (its) => ({
      path: '/users/login',
      body: { email: `agent-${its.mark}@example.com`, password: PASSWORD },
      caller: anonymous(its),
    }),
  },
  'inbox.sign-in': {
    repeat: 'idempotent',
    sample: (its) => ({
      path: '/inbox/session',
      body: { email: `agent-${its.mark}@example.com`, password: PASSWORD },
      headers: { 'x-requested-with': 'inbox' },
      caller: anonymous(its),
    }),
  },
  'users.reset-password': {
    sample: async (its, mailbox) => {
      const { email, code } = await signUp(its, mailbox, 'nora');
      ok(await anonymous(its).call('POST', '/users/verify', { email, code }));
      ok(await anonymous(its).call('POST', '/users/password/forgot', { email }));
      const { text = '' } = await mailbox.waitFor(
        email,
        ({ subject }) => subject?.startsWith('Set') ?? false,
      );
      const token = /#reset=([\w-]+)/.exec(text)?.[1];
      return { path: '/users/password/reset', body: { token, password: PASSWORD }, caller: anonymous(its) };
    },
  },
  'uploads.upload': { repeat: 'local' },
  'uploads.links': { repeat: 'local' },
  'uploads.from-url': { repeat: 'local' },
  'sessions.create': {
    sample: () => ({ path: '/sessions', body: { name: 'Guest' } }),
  },
  'sessions.import': { repeat: 'idempotent' },
  'sessions.import-hubspot': {
    sample: () => ({ path: '/sessions/importer/hubspot', body: { apiKey: 'key' } }),
  },
  'sessions.import-freshdesk': {
    sample: () => ({ path: '/sessions/importer/freshdesk', body: { apiKey: 'key', domain: 'shop' } }),
  },
  'sessions.import-zendesk': {
    sample: () => ({
      path: '/sessions/importer/zendesk',
      body: { apiToken: 'key', email: 'a@example.com', subdomain: 'shop' },
    }),
  },
  'mailboxes.test': { repeat: 'idempotent' },
  'projects.verify-domain': { repeat: 'idempotent' },
  'tickets.vote': { repeat: 'idempotent' },
  'sessions.warmup': { repeat: 'idempotent' },
  'sessions.unsubscribe': { repeat: 'idempotent' },
  'companies.add-member': {
    repeat: 'idempotent',
    sample: (its) => ({
      path: `/companies/${its.texts.company}/members`,
      body: { sessionId: its.ids.otherContact, migrateTickets: true },
    }),
  },
  'widget.start-session': {
    sample: (its) => ({
      path: '/shared/sessions',
      body: {},
      caller: anonymous(its),
      headers: { 'api-token': its.apiToken },
    }),
  },
  'widget.identify': { repeat: 'idempotent' },
  'widget.upload': { repeat: 'local' },
  'tickets.create': {
    sample: (its) => ({ path: '/tickets', body: { title: 'Printer', session: its.ids.contact } }),
  },
  'tickets.generate-data': { repeat: 'idempotent' },
  'tickets.draft-reply': { repeat: 'idempotent' },
  'tickets.translate-reply': { repeat: 'refused' },
  'messages.translate': { repeat: 'refused' },
  'tickets.deduplicate': { repeat: 'idempotent' },
  'tickets.bulk-reply': { repeat: 'keyed' },
  'tickets.inbound-email': { repeat: 'keyed' },
  'users.hand-over': { repeat: 'idempotent' },
  'messages.create': { repeat: 'keyed' },
  'messages.thread-reply': { repeat: 'keyed' },
  'pipelines.import-entries': { repeat: 'idempotent' },
  'knowledge.search': { repeat: 'idempotent' },
  'youtube-source.preview': { repeat: 'idempotent' },
  'youtube-source.batch': { repeat: 'idempotent' },
  'knowledge.similar-tickets': { repeat: 'idempotent' },
  'widget.report-engagement': { repeat: 'idempotent' },
  'widget.subscribe-push': { repeat: 'idempotent' },
  // The tickets service remembers the ticket that it makes of the answer.
  'widget.reply-engagement': { effects: 2 },
  'engagement.sample-audience': { repeat: 'idempotent' },
  'sessions.reset-checklist': { repeat: 'idempotent' },
  'code.connect-repository': {
    sample: async (its) => ({
      path: '/code/repositories',
      body: { name: 'Sample', fileUrl: await uploadArchive(its.admin, 'sample') },
    }),
  },
  'helpcenter-imports.start': {
    sample: async (its) => ({
      path: '/helpcenter/import',
      body: { fileUrl: await uploadZip(its.admin, { 'a/sample.md': '# Sample' }) },
    }),
  },
  'agent-evals.create-run': {
    sample: ({ ids }) => ({ path: `/agentevals/datasets/${ids.dataset}/runs`, body: {} }),
  },
  'engagement-editor.precheck': { repeat: 'idempotent' },
  // The report is about no mail of the project: nothing is done, so nothing is remembered.
  'engagement.inbound-bounce': { effects: 0 },
  // A company that is on the board already is answered, and the answer is remembered all the same.
  'server-client.add-company-entry': { repeat: 'recorded' },
  's2s-conversations.close': { repeat: 'idempotent' },
  's2s-conversations.reopen': { repeat: 'idempotent' },
  's2s-conversations.mark-read': { repeat: 'idempotent' },
  's2s-conversations.typing': { repeat: 'idempotent' },
  's2s-conversations.rate': { repeat: 'idempotent' },
  's2s-conversations.send-message': { repeat: 'keyed' },
  // Its first step, and what lets the ticket show that the run before it is over.
  's2s-conversations.run-workflow': { repeat: 'keyed', effects: 2, sample: runSample },
  'tickets.run-workflow': {
    repeat: 'keyed',
    effects: 2,
    sample: async (its) => {
      const { id, workflowId } = await openWith(its, [question]);
      return { path: `/tickets/${id}/workflow`, body: { workflowId } };
    },
  },
  's2s-conversations.answer-workflow-step': {
    repeat: 'keyed',
    effects: 1,
    sample: async (its) => {
      const { id } = await openWith(its, [question]);
      return { path: `/s2s/conversations/${id}/workflow-step`, body: { text: 'Hi' }, caller: its.service };
    },
  },
  'widget.answer-workflow-step': {
    repeat: 'keyed',
    effects: 1,
    sample: async (its) => {
      const { id } = await openWith(its, [question]);
      return ofWidget(its, `/shared/conversations/${id}/workflow-step`, { text: 'Hi' });
    },
  },
  'frontend-tools.deliver-result': {
    effects: 2,
    sample: async (its) => {
      const { id } = await openWith(its, [{ id: 'call', type: 'tool', name: 'status', next: null }]);
      const { step } = ok(await its.service.call('GET', `/s2s/conversations/${id}/workflow-step`));
      return ofWidget(its, `/shared/frontend-tools/${step.tool.toolCallId}/result`, {
        name: 'status',
        result: 'shipped',
      });
    },
  },
  's2s-stream.user-auth': { repeat: 'idempotent' },
  's2s-stream.channel-auth': { repeat: 'idempotent' },
  'realtime.channel-auth': { repeat: 'idempotent' },
  'tickets.typing': { repeat: 'idempotent' },
  'users.session-auth': { repeat: 'idempotent' },
  'users.session-channel-auth': { repeat: 'idempotent' },
  'widget.send-message': { repeat: 'keyed' },
  'widget.mark-read': { repeat: 'idempotent' },
  'widget.typing': { repeat: 'idempotent' },
  'widget.rate': { repeat: 'idempotent' },
  'widget.leave-email': {
    repeat: 'idempotent',
    sample: async (its) => {
      const key = { 'api-token': its.apiToken };
      const guest = ok(await anonymous(its).call('POST', '/shared/sessions', {}, key));
      const headers = { ...key, 'svc-id': guest.svcId, 'svc-hash': guest.svcHash };
      const { id } = ok(
        await anonymous(its).call('POST', '/shared/conversations', { comment: 'Hello' }, headers),
      );
      const body = { email: 'left@example.com' };
      return { path: `/shared/conversations/${id}/email`, body, headers, caller: anonymous(its) };
    },
  },
  'tickets.viewing': { repeat: 'idempotent' },
};

/** Every operation that a client may repeat with an `Idempotency-Key`, which are those with POST. */
export const listRepeatable = (): { id: string; repeat: Repeat; effects: number }[] => {
  const golden = resolve(__dirname, '../../../gateway/openapi');
  const posts = readdirSync(golden, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => Object.entries(JSON.parse(readFileSync(join(golden, file), 'utf8')) as object))
    .flatMap(([binding, { operationId }]) => (binding.startsWith('POST ') ? [String(operationId)] : []))
    // Its calls are operations that are repeated by themselves.
    .filter((id) => id !== 'widget.batch');
  const unknown = Object.keys(repeats).filter((id) => !posts.includes(id));
  if (unknown.length > 0) throw new Error(`There are no operations ${unknown.join(', ')}`);
  // What tickets.viewing leaves ends by itself after a minute, so it comes last.
  return [...posts.filter((id) => id !== 'tickets.viewing'), 'tickets.viewing'].map((id) => {
    const { repeat = 'recorded', effects = repeat === 'recorded' ? 1 : 0 } = repeats[id] ?? {};
    return { id, repeat, effects };
  });
};

/** A request of an operation that its own project may send. */
export const makeSample = async (id: string, its: FullProject, mailbox: Mailbox): Promise<ProbeRequest> => {
  const sample = repeats[id]?.sample ?? (() => probes[id]?.(its, its)[0]);
  const request = await sample(its, mailbox);
  if (!request) throw new Error(`There is no request of ${id}`);
  return request;
};
