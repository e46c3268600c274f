import { type Lookout, type Worker } from '@parley/runtime';
import { type EmailDeps, type PlanningDeps } from '../emails/deps';
import { DELIVERY_DUE } from './delivery.store';
import { FINISH_DUE, finishCampaigns } from './finish-campaigns';
import { planDueRound } from './plan-rounds';
import { planTriggered } from './plan-triggered';
import { ROUND_DUE } from './rounds.store';
import { sendDueMails } from './send-mails';
import { createSettle } from './settle';
import { STOP_DUE, stopMails } from './stop-mails';
import { TRIGGER_DUE } from './trigger.store';

/** Rounds that follow each other at once would leave other work of the process no turn. */
const REST_MS = 50;

/** The workers that plan, send, stop and finish e-mails; a look for each kind of work comes every so many milliseconds. */
export const createEmailJobs = (
  deps: EmailDeps,
  lookout: Pick<Lookout, 'worker'>,
  interval: number,
): { jobs: Worker[]; wakePlanner: () => void; wakeTriggers: () => void } => {
  const { log } = deps;
  const settle = createSettle(deps);
  const common = { interval, rest: REST_MS, log };
  const sender = lookout.worker({
    ...common,
    name: 'email sender',
    due: DELIVERY_DUE,
    round: (signal) => sendDueMails({ ...deps, settle }, signal),
  });
  const full: PlanningDeps = { ...deps, wakeSender: () => sender.wake() };
  const planner = lookout.worker({
    ...common,
    name: 'email planner',
    due: ROUND_DUE,
    round: (signal) => planDueRound(full, signal),
  });
  const triggers = lookout.worker({
    ...common,
    name: 'e-mails after events',
    due: TRIGGER_DUE,
    round: (signal) => planTriggered(full, signal),
  });
  const stopper = lookout.worker({
    ...common,
    name: 'stopped e-mails',
    due: STOP_DUE,
    round: (signal) => stopMails(full, signal),
  });
  const finisher = lookout.worker({
    ...common,
    name: 'finished e-mails',
    due: FINISH_DUE,
    round: () => finishCampaigns(full),
  });
  return {
    jobs: [sender, planner, triggers, stopper, finisher],
    wakePlanner: () => planner.wake(),
    wakeTriggers: () => triggers.wake(),
  };
};
