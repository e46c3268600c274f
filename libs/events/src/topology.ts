import { subjectPattern } from './subjects';

/** One durable: which events of which service go to which service. */
export interface Subscription {
  /** Name of the durable. A literal: a new name delivers everything again. */
  durable: string;
  /** The producing service, which is also the stream and the first token of every subject. */
  stream: string;
  /** Subjects with `*` for one token and `>` for the rest. */
  subjects: readonly string[];
  /** The service that handles it. */
  consumer: string;
  /** The durable is no longer used: it is removed from the broker and holds nothing back. */
  retired?: true;
}

/** Who consumes what. Every process ensures all of it, so that no event waits for its consumer's first start to be kept. */
export const topology: Subscription[] = [
  {
    durable: 'tickets-contacts',
    stream: 'contacts',
    // Not `tracked`: what contacts do changes nothing that tickets show.
    subjects: [
      'contacts.v1.contact.created',
      'contacts.v1.contact.updated',
      'contacts.v1.contact.deleted',
      'contacts.v1.contact.merged',
    ],
    consumer: 'tickets',
  },
  {
    durable: 'helpcenter-contacts',
    stream: 'contacts',
    subjects: ['contacts.v1.contact.deleted', 'contacts.v1.contact.merged'],
    consumer: 'helpcenter',
  },
  {
    durable: 'contacts-heard-from',
    stream: 'tickets',
    subjects: ['tickets.v1.contact.heard_from', 'tickets.v1.contact.bounced'],
    consumer: 'contacts',
  },
  {
    durable: 'tickets-users',
    stream: 'workspace',
    subjects: ['workspace.v1.user.updated'],
    consumer: 'tickets',
  },
  {
    durable: 'mail-workspace',
    stream: 'workspace',
    subjects: ['workspace.v1.team.deleted'],
    consumer: 'mail',
  },
  {
    durable: 'tickets-workspace',
    stream: 'workspace',
    subjects: ['workspace.v1.team.updated', 'workspace.v1.team.deleted', 'workspace.v1.member.removed'],
    consumer: 'tickets',
  },
  {
    durable: 'workspace-webhooks-tickets',
    stream: 'tickets',
    subjects: [
      'tickets.v1.ticket.created',
      'tickets.v1.ticket.updated',
      'tickets.v1.ticket.sla_breached',
      'tickets.v1.ticket.deleted',
      'tickets.v1.message.created',
      'tickets.v1.message.updated',
    ],
    consumer: 'workspace',
  },
  {
    durable: 'workspace-webhooks-contacts',
    stream: 'contacts',
    // The deletion of a contact is sent to no webhook: it ends the webhooks' events about it.
    subjects: [
      'contacts.v1.contact.created',
      'contacts.v1.contact.updated',
      'contacts.v1.contact.deleted',
      'contacts.v1.contact.merged',
    ],
    consumer: 'workspace',
  },
  {
    durable: 'workspace-webhooks-pipelines',
    stream: 'pipelines',
    subjects: [
      'pipelines.v1.entry.added',
      'pipelines.v1.entry.updated',
      'pipelines.v1.entry.moved',
      'pipelines.v1.entry.removed',
    ],
    consumer: 'workspace',
  },
  {
    durable: 'workspace-webhooks-mail',
    stream: 'mail',
    subjects: ['mail.v1.mailbox.failing'],
    consumer: 'workspace',
  },
  {
    durable: 'workspace-notices',
    stream: 'tickets',
    subjects: ['tickets.v1.notice.created'],
    consumer: 'workspace',
  },
  {
    durable: 'tickets-notices',
    stream: 'tickets',
    subjects: ['tickets.v1.ticket.created', 'tickets.v1.ticket.updated', 'tickets.v1.message.created'],
    consumer: 'tickets',
  },
  {
    durable: 'workspace-mailboxes',
    stream: 'mail',
    subjects: ['mail.v1.mailbox.failing'],
    consumer: 'workspace',
  },
  {
    durable: 'workspace-webhooks-engagement',
    stream: 'engagement',
    subjects: ['engagement.v1.survey.answered'],
    consumer: 'workspace',
  },
  {
    durable: 'workspace-webhooks-helpcenter',
    stream: 'helpcenter',
    subjects: ['helpcenter.v1.article.published'],
    consumer: 'workspace',
  },
  {
    durable: 'pipelines-contacts',
    stream: 'contacts',
    // Not `created`: a record is asked for when it comes onto a board.
    subjects: [
      'contacts.v1.contact.updated',
      'contacts.v1.contact.deleted',
      'contacts.v1.contact.merged',
      'contacts.v1.company.updated',
      'contacts.v1.company.deleted',
    ],
    consumer: 'pipelines',
  },
  {
    durable: 'pipelines-workspace',
    stream: 'workspace',
    subjects: ['workspace.v1.member.removed', 'workspace.v1.team.deleted'],
    consumer: 'pipelines',
  },
  {
    durable: 'knowledge-helpcenter',
    stream: 'helpcenter',
    // A collection that changes its audience emits an event for every article in it.
    subjects: [
      'helpcenter.v1.article.created',
      'helpcenter.v1.article.updated',
      'helpcenter.v1.article.published',
      'helpcenter.v1.article.deleted',
    ],
    consumer: 'knowledge',
  },
  {
    durable: 'knowledge-tickets',
    stream: 'tickets',
    subjects: [
      'tickets.v1.ticket.created',
      'tickets.v1.ticket.updated',
      'tickets.v1.ticket.deleted',
      'tickets.v1.message.created',
      'tickets.v1.message.updated',
      'tickets.v1.message.deleted',
      'tickets.v1.faq.accepted',
    ],
    consumer: 'knowledge',
  },
  {
    durable: 'knowledge-contacts',
    stream: 'contacts',
    subjects: ['contacts.v1.contact.deleted'],
    consumer: 'knowledge',
  },
  {
    durable: 's2s-contacts',
    stream: 'contacts',
    subjects: ['contacts.v1.contact.updated', 'contacts.v1.contact.deleted', 'contacts.v1.contact.merged'],
    consumer: 's2s',
  },
  {
    durable: 's2s-workflows',
    stream: 'tickets',
    subjects: [
      'tickets.v1.ticket.created',
      'tickets.v1.ticket.updated',
      'tickets.v1.ticket.deleted',
      'tickets.v1.message.created',
    ],
    consumer: 's2s',
  },
  {
    durable: 's2s-triggers',
    stream: 'contacts',
    subjects: ['contacts.v1.contact.tracked'],
    consumer: 's2s',
  },
  {
    durable: 's2s-contact-streams',
    stream: 'tickets',
    subjects: [
      'tickets.v1.message.created',
      'tickets.v1.message.updated',
      'tickets.v1.message.deleted',
      'tickets.v1.conversation.updated',
      'tickets.v1.conversation.deleted',
    ],
    consumer: 's2s',
  },
  {
    durable: 's2s-project-streams',
    stream: 'tickets',
    subjects: [
      'tickets.v1.ticket.created',
      'tickets.v1.ticket.updated',
      'tickets.v1.ticket.deleted',
      'tickets.v1.message.created',
      'tickets.v1.message.updated',
      'tickets.v1.message.deleted',
      'tickets.v1.conversation.read',
    ],
    consumer: 's2s',
  },
  {
    durable: 'engagement-emails',
    stream: 'contacts',
    subjects: ['contacts.v1.contact.tracked', 'contacts.v1.contact.deleted', 'contacts.v1.contact.merged'],
    consumer: 'engagement',
  },
  {
    durable: 'knowledge-judged-tickets',
    stream: 'tickets',
    subjects: ['tickets.v1.ticket.deleted'],
    consumer: 'knowledge',
  },
  {
    durable: 'knowledge-judged-contacts',
    stream: 'contacts',
    subjects: ['contacts.v1.contact.deleted'],
    consumer: 'knowledge',
  },
  {
    durable: 'engagement-contacts',
    stream: 'contacts',
    subjects: ['contacts.v1.contact.deleted', 'contacts.v1.contact.merged', 'contacts.v1.contact.tracked'],
    consumer: 'engagement',
  },
  {
    durable: 'engagement-workspace',
    stream: 'workspace',
    subjects: ['workspace.v1.member.removed'],
    consumer: 'engagement',
  },
  {
    durable: 'contacts-engagement',
    stream: 'engagement',
    subjects: ['engagement.v1.delivery.clicked', 'engagement.v1.delivery.completed'],
    consumer: 'contacts',
  },
  {
    durable: 'statistics-tickets',
    stream: 'tickets',
    subjects: [
      'tickets.v1.ticket.created',
      'tickets.v1.ticket.updated',
      'tickets.v1.ticket.deleted',
      'tickets.v1.ticket.imported',
      'tickets.v1.ticket.sla_started',
      'tickets.v1.ticket.sla_met',
      'tickets.v1.ticket.sla_ended',
      'tickets.v1.ticket.sla_breached',
      'tickets.v1.message.created',
      'tickets.v1.message.updated',
      'tickets.v1.message.deleted',
    ],
    consumer: 'statistics',
  },
  {
    durable: 'statistics-contacts',
    stream: 'contacts',
    subjects: ['contacts.v1.contact.deleted', 'contacts.v1.contact.merged', 'contacts.v1.contact.tracked'],
    consumer: 'statistics',
  },
  {
    durable: 'statistics-workspace',
    stream: 'workspace',
    subjects: [
      'workspace.v1.team.updated',
      'workspace.v1.team.deleted',
      'workspace.v1.user.updated',
      'workspace.v1.member.joined',
      'workspace.v1.member.removed',
    ],
    consumer: 'statistics',
  },
  {
    durable: 'statistics-helpcenter',
    stream: 'helpcenter',
    subjects: [
      'helpcenter.v1.article.created',
      'helpcenter.v1.article.updated',
      'helpcenter.v1.article.deleted',
      'helpcenter.v1.article.viewed',
      'helpcenter.v1.search.performed',
      'helpcenter.v1.question.asked',
    ],
    consumer: 'statistics',
  },
  {
    durable: 'statistics-knowledge',
    stream: 'knowledge',
    subjects: ['knowledge.v1.question.asked'],
    consumer: 'statistics',
    retired: true,
  },
  {
    durable: 'statistics-agents',
    stream: 's2s',
    subjects: ['s2s.v1.question.asked'],
    consumer: 'statistics',
  },
  {
    durable: 'statistics-emails',
    stream: 'engagement',
    subjects: [
      'engagement.v1.email.sent',
      'engagement.v1.email.opened',
      'engagement.v1.email.clicked',
      'engagement.v1.email.bounced',
      'engagement.v1.email.unsubscribed',
    ],
    consumer: 'statistics',
  },
];

/** Subscriptions that are in use. */
export const inUse = (all: readonly Subscription[]): Subscription[] => all.filter(({ retired }) => !retired);

const patterns = new Map<string, RegExp>();

const findPattern = (subject: string): RegExp => {
  const known = patterns.get(subject) ?? new RegExp(subjectPattern(subject));
  patterns.set(subject, known);
  return known;
};

/** Subscriptions that want events of a subject. */
export const matching = (all: readonly Subscription[], subject: string): Subscription[] =>
  inUse(all).filter(({ subjects }) => subjects.some((pattern) => findPattern(pattern).test(subject)));

/** Throws when a topology cannot work: a durable named twice, or a subject of another service's stream. */
export const checkTopology = (all: readonly Subscription[]): void => {
  const seen = new Set<string>();
  for (const { durable, stream, subjects } of all) {
    if (!/^[a-z][a-z0-9-]*$/.test(durable)) throw new Error(`"${durable}" is no name for a durable`);
    if (seen.has(durable)) throw new Error(`The topology names the durable "${durable}" twice`);
    seen.add(durable);
    if (subjects.length === 0) throw new Error(`The durable "${durable}" has no subjects`);
    const foreign = subjects.find((subject) => !subject.startsWith(`${stream}.`));
    if (foreign)
      throw new Error(`The durable "${durable}" is on the stream "${stream}", which has no "${foreign}"`);
  }
};
