import type { MailDeliveryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/mail_delivery_service';
import { type Client, systemContext } from '@parley/rpc';
import type { MailAuthentication } from '@parley/inbound-mail';
import type { Deps } from '../deps';
import { findProbe, noteProbe } from '../probes';
import { noteReceived } from './received.store';

/** How long the delivery of a mail may take, in milliseconds: its files are stored in that time. */
const DEADLINE_MS = 60_000;

/** The mailbox that a mail came to. */
export interface ReceivingMailbox {
  projectId: string;
  organisationId: string;
  id: string;
  address: string;
  team: string | null;
  trustReplyTo: boolean;
}

/** A project that gets a mail. */
export interface ProjectOfMail {
  projectId: string;
  organisationId: string;
}

/** A mail on its way to a project. */
export interface MailToDeliver {
  project: ProjectOfMail;
  mime: Buffer;
  /** Undefined for mails that another server verified. */
  authentication?: MailAuthentication;
  /** Undefined when only a reply address got it. */
  mailbox: ReceivingMailbox | undefined;
  /** Addresses of this project that the sending server named. */
  recipients: readonly string[];
}

/** Hands mails to the tickets service. */
export interface Delivery {
  /** Resolves when the mail is durable. Throws the error of the tickets service: `unavailable` is worth another try. */
  deliver(mail: MailToDeliver): Promise<void>;
  /** The projects of those reply addresses that have a ticket. */
  findReplyProjects(addresses: readonly string[]): Promise<Map<string, ProjectOfMail>>;
}

export const createDelivery = (
  { store, sealer, clock }: Pick<Deps, 'store' | 'sealer' | 'clock'>,
  tickets: Client<typeof MailDeliveryServiceDefinition>,
): Delivery => ({
  deliver: async ({ project, mime, authentication, mailbox, recipients }) => {
    const probe = findProbe(sealer, mime);
    if (probe) return noteProbe(store, probe, clock());
    const context = { ...systemContext('mail', project), deadline: Date.now() + DEADLINE_MS };
    await tickets.deliverMail(
      {
        mime,
        authentication,
        recipients: [...recipients],
        ...(mailbox && { mailbox: { ...mailbox, team: mailbox.team ?? undefined } }),
      },
      context,
    );
    if (mailbox) await noteReceived(store, mailbox, clock());
  },
  findReplyProjects: async (addresses) => {
    if (addresses.length === 0) return new Map();
    const { owners } = await tickets.findReplyAddresses({ addresses: [...addresses] }, systemContext('mail'));
    return new Map(owners.map(({ address, ...project }) => [address, project]));
  },
});
