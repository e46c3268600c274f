import type { Localised } from '@parley/localised';
import type { Item } from './item';

/** A step of a checklist or tour, as it is stored in `config.steps`; other keys are kept beside these. */
export interface Step {
  id: string;
  title?: string | { localized: Localised<string> };
  /** Name of a contact's event that completes the step. */
  eventTrigger?: string;
  /** Whether the contact may mark it done; true when it is absent. */
  allowMarkDone?: boolean;
}

/** The steps of an item, in order. */
export const readSteps = ({ config }: Pick<Item, 'config'>): readonly Step[] =>
  (config?.['steps'] as readonly Step[] | undefined) ?? [];

const hasText = (value: unknown): boolean => typeof value === 'string' && /\S/.test(value);

/** Whether a step has a title in any language. */
export const hasTitle = ({ title }: Pick<Step, 'title'>): boolean =>
  typeof title === 'object' ? Object.values(title.localized).some(hasText) : hasText(title);
