import type { ProjectScope } from '@parley/auth';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { historyActor, type TicketView, snoozedUntilPast, type TicketPatch } from '../core';
import { checkReferences, toShown } from '../references';
import { makeTicket } from './new-ticket';

/** How a ticket comes about. */
export interface TicketOrigin {
  /** Type when the request names none. */
  defaultType: string;
  /** Whether it waits for the team from the start, so that the contact's service level runs. No contact waits for a tracker. */
  startsSla: boolean;
  isTracker?: boolean;
}

const nothingShown = {
  sessionName: null,
  sessionEmail: null,
  sessionUserId: null,
  userFirstName: null,
  userLastName: null,
  userEmail: null,
  userPicture: null,
  teamName: null,
  participants: null,
};

/** Makes a ticket of a request, with every reference checked; nothing is written. */
export const prepareTicket = async (
  deps: Deps,
  context: CallContext,
  { projectId, organisationId, actor }: ProjectScope,
  patch: TicketPatch,
  { defaultType, isTracker = false, ...origin }: TicketOrigin,
): Promise<TicketView> => {
  const now = deps.clock();
  const { columns } = patch;
  const startsSla = origin.startsSla && !isTracker;
  if (columns.snoozedUntil && columns.snoozedUntil <= now) throw snoozedUntilPast();
  const found = await checkReferences(deps, context, projectId, patch);
  const contact = found.contacts.get(columns.sessionId ?? '');
  const team = found.teams.get(columns.processingTeamId ?? '');
  const promised =
    startsSla && contact ? await deps.serviceLevels.of(context, projectId, contact) : undefined;
  const facts = {
    now,
    projectId,
    organisationId,
    defaultType,
    companyId: contact?.companyId ?? null,
    slaMinutes: promised,
    teamPromise: startsSla && contact ? team : undefined,
    createdBy: historyActor(actor),
    isWaiting: startsSla && contact !== undefined && actor.type !== 'contact',
  };
  return {
    ...makeTicket(facts, patch),
    isTracker,
    ...nothingShown,
    ...toShown(columns, found),
  };
};
