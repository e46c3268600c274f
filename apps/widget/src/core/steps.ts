import { Refused } from './api';
import { type App } from './app';
import { type Attachment, type PendingStep } from './documents';

interface StepAnswer {
  step: PendingStep | null;
}

/** What the visitor answers to a question of a workflow. */
export type Answer =
  { text: string } | { selection: string | string[] } | { rating: number } | { attachments: Attachment[] };

/** Notes what a conversation waits for. */
export const putStep = ({ store, tools }: App, id: string, step: PendingStep | null): void => {
  store.set({ steps: { ...store.get().steps, [id]: step } });
  if (step?.tool) tools.ask(step.tool);
};

const pathOf = (id: string): string => `/shared/conversations/${id}/workflow-step`;

export const readStep = async (app: App, id: string): Promise<void> =>
  putStep(app, id, (await app.send<StepAnswer>('GET', pathOf(id))).step);

/** Answers a step; one that was answered meanwhile, by another tab for example, gives way to what is asked now. */
export const answerStep = async (app: App, id: string, stepId: string, answer: Answer): Promise<void> => {
  try {
    const { step } = await app.send<StepAnswer>('POST', pathOf(id), { ...answer, stepId });
    putStep(app, id, step);
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 409) throw error;
    await readStep(app, id);
  }
};
