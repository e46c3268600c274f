import type { PendingStep, StepRun } from '@parley/proto/generated/parley/s2s/v1/step';
import type { Run } from '../core';

/** The step that a run waits for the contact in; undefined when it waits for nothing of it. */
export const presentPending = ({ id: runId, status, currentStep, pending }: Run): PendingStep | undefined => {
  if (status !== 'waiting' || currentStep === null || !pending) return undefined;
  const step = { id: currentStep, runId };
  if (pending.kind === 'question') {
    const { kind, options = [], multiple = false, min = 1, max = 5 } = pending.input;
    return {
      ...step,
      type: 'question',
      prompt: pending.prompt,
      input: {
        kind,
        options: options.map(({ id, label }) => ({ id, label })),
        multiple,
        ...(kind === 'rating' ? { min, max } : { min: undefined, max: undefined }),
      },
      tool: undefined,
    };
  }
  if (pending.kind !== 'tool') return undefined;
  const { toolCallId, name, arguments: given, expiresAt } = pending;
  return {
    ...step,
    type: 'tool',
    prompt: undefined,
    input: undefined,
    tool: { toolCallId, name, arguments: given, expiresAt },
  };
};

/** The position of a conversation's workflow: its pending step, and the active run, else the latest. */
export interface StepAnswer {
  step: PendingStep | null;
  run: StepRun | null;
}

/** A run as its contact sees it. */
export const presentStepRun = ({ id, workflowId, status }: Run): StepRun => ({ id, workflowId, status });

export const presentStepAnswer = (run: Run | undefined): StepAnswer => ({
  step: (run && presentPending(run)) ?? null,
  run: run ? presentStepRun(run) : null,
});
