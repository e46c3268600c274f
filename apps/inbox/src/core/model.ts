import { signal } from '@preact/signals';
import { current } from './session';

/** Whether the platform has a language model; false until it is known. */
export const hasModel = signal(false);
let asked: Promise<void> | undefined;

/** Asks once whether there is a model. What needs one does not show to people who may not know. */
export const readModel = (): Promise<void> =>
  (asked ??= (async () => {
    const { permissions, parley } = current();
    if (permissions.has('KNOWLEDGE_FIND'))
      hasModel.value = (await parley.knowledge.status()).mode === 'endpoint';
  })().catch(() => {
    // The next ticket asks again.
    asked = undefined;
  }));
