import { Refused } from './api';
import type { App } from './app';
import type { Attachment, PendingStep } from './documents';

interface StepAnswer {
  step: PendingStep | null;
}

/** The visitor's answer to a workflow's question. */
export type Answer =
  { text: string } | { selection: string | string[] } | { rating: number } | { attachments: Attachment[] };

/** Stores the pending step of a conversation. */
export const putStep = ({ store, tools }: App, id: string, step: PendingStep | null): void => {
  store.set({ steps: { ...store.get().steps, [id]: step } });
  if (step?.tool) tools.ask(step.tool);
};

const toPath = (id: string): string => `/shared/conversations/${id}/workflow-step`;

export const readStep = async (app: App, id: string): Promise<void> =>
  putStep(app, id, (await app.send<StepAnswer>('GET', toPath(id))).step);

/** Answers a step; if another tab, for example, has answered it, the current question replaces it. */
export const answerStep = async (app: App, id: string, stepId: string, answer: Answer): Promise<void> => {
  try {
    const { step } = await app.send<StepAnswer>('POST', toPath(id), { ...answer, stepId });
    putStep(app, id, step);
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 409) throw error;
    await readStep(app, id);
  }
};
