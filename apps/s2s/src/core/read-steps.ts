import type { FieldProblem } from '@parley/errors';
import { readStep } from './read-step';
import { followers, isWaiting, type Next, type Step } from './step';

/** Most steps of a workflow. */
export const MAX_STEPS = 200;

/** The checked steps of a workflow, and where it starts. */
export interface Steps {
  start: string;
  steps: Step[];
}

/** Members that name a step that follows. */
const targets = (step: Step): [member: string, Next][] => {
  switch (step.type) {
    case 'condition':
      return [
        ['then', step.then],
        ['else', step.else],
      ];
    case 'question':
      return [
        ['next', step.next ?? null],
        ...(step.input.options ?? []).map(({ next }, index): [string, Next] => [
          `input.options.${index}.next`,
          next ?? null,
        ]),
      ];
    case 'tool':
      return [
        ['next', step.next],
        ['onTimeout', step.onTimeout ?? null],
      ];
    case 'agent':
    case 'handoff':
    case 'close':
      return [];
    default:
      return [['next', step.next]];
  }
};

/** Steps that lead to themselves by steps in which nothing waits. */
const restlessSteps = (steps: readonly Step[]): number[] => {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const leadsBack = (from: Step): boolean => {
    const seen = new Set<string>();
    const open = [from];
    for (let step = open.pop(); step; step = open.pop())
      for (const id of followers(step)) {
        const next = id === null ? undefined : byId.get(id);
        if (!next || isWaiting(next) || seen.has(next.id)) continue;
        if (next === from) return true;
        seen.add(next.id);
        open.push(next);
      }
    return false;
  };
  return steps.flatMap((step, index) => (!isWaiting(step) && leadsBack(step) ? [index] : []));
};

const checkIds = (steps: readonly (Step | undefined)[], problems: FieldProblem[]): void => {
  const seen = new Set<string>();
  steps.forEach((step, index) => {
    if (!step) return;
    if (seen.has(step.id))
      problems.push({ field: `steps.${index}.id`, message: 'is the id of another step too' });
    seen.add(step.id);
  });
};

const checkTargets = (
  steps: readonly (Step | undefined)[],
  known: ReadonlySet<unknown>,
  problems: FieldProblem[],
): void => {
  steps.forEach((step, index) => {
    for (const [member, next] of step ? targets(step) : [])
      if (next !== null && !known.has(next))
        problems.push({ field: `steps.${index}.${member}`, message: `there is no step "${next}"` });
  });
};

/**
 * Reads the steps of a workflow; without `start` it starts with the first. Undefined when something is wrong, which is
 * noted under `steps…` or `start`.
 */
export const readSteps = (
  sent: readonly unknown[],
  start: string | undefined,
  problems: FieldProblem[],
): Steps | undefined => {
  if (sent.length === 0 || sent.length > MAX_STEPS) {
    problems.push({ field: 'steps', message: `must be a list of 1 to ${MAX_STEPS} steps` });
    return undefined;
  }
  const before = problems.length;
  const read = sent.map((value, index) => readStep(value, index, problems));
  // One with another mistake is still a step that others may name.
  const known = new Set(sent.map((value) => (value as { id?: unknown } | null)?.id));
  checkIds(read, problems);
  checkTargets(read, known, problems);
  if (start !== undefined && !known.has(start))
    problems.push({ field: 'start', message: `there is no step "${start}"` });
  const steps = read.filter((step) => step !== undefined);
  if (problems.length > before) return undefined;
  for (const index of restlessSteps(steps))
    problems.push({
      field: `steps.${index}`,
      message: 'leads back to itself without a question, delay or tool to wait in',
    });
  const first = start ?? steps[0]?.id;
  return problems.length > before || first === undefined ? undefined : { start: first, steps };
};
