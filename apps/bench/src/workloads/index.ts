import type { Workload } from '../workload';
import { contactsWorkload } from './contacts';
import { conversationsWorkload } from './conversations';
import { workflowsWorkload } from './workflows';
import { coreWorkload } from './core';
import { edgeWorkload } from './edge';
import { engagementWorkload } from './engagement';
import { helpcenterWorkload } from './helpcenter';
import { knowledgeWorkload } from './knowledge';
import { largeMailsWorkload, mailsWorkload } from './mails';
import { peerWorkload } from './peer';
import { pipelinesWorkload } from './pipelines';
import { realtimeWorkload } from './realtime';
import { figuresWorkload, statisticsWorkload } from './statistics';
import { ticketsWorkload } from './tickets';
import { webhooksWorkload } from './webhooks';

/** Every workload, in the order in which they run. */
const workloads: readonly Workload[] = [
  coreWorkload,
  peerWorkload,
  edgeWorkload,
  ticketsWorkload,
  contactsWorkload,
  pipelinesWorkload,
  engagementWorkload,
  helpcenterWorkload,
  knowledgeWorkload,
  conversationsWorkload,
  workflowsWorkload,
  realtimeWorkload,
  statisticsWorkload,
  figuresWorkload,
  webhooksWorkload,
  mailsWorkload,
  largeMailsWorkload,
];

/** The workloads of some names, or all of them; throws for a name that none has. */
export const selectWorkloads = (names: readonly string[] | undefined): readonly Workload[] => {
  const known = workloads.map(({ name }) => name);
  const unknown = names?.filter((name) => !known.includes(name)) ?? [];
  if (unknown.length > 0) {
    throw new Error(`There is no workload ${unknown.join(', ')}; there is ${known.join(', ')}`);
  }
  return workloads.filter(({ name }) => names?.includes(name) ?? true);
};
