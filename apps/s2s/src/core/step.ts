/** The step that follows; null for the end of the run. */
export type Next = string | null;

/** A choice of a question. */
export interface Option {
  id: string;
  label: string;
  next?: Next;
}

/** The accepted answers of a question. */
export interface Input {
  kind: 'text' | 'selection' | 'rating' | 'attachments';
  options?: Option[];
  multiple?: boolean;
  min?: number;
  max?: number;
}

export const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'exists'] as const;
export type Operator = (typeof operators)[number];

/** Other spellings of operators. */
export const operatorSigns: Readonly<Record<string, Operator>> = {
  '=': 'eq',
  '!=': 'ne',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
};

/** Something that must hold. */
export interface Condition {
  field: string;
  operator: string;
  value?: unknown;
}

/** An attribute's value: text, number, true or false, or texts. */
export type AttributeValue = string | number | boolean | string[];

interface Base {
  id: string;
}

interface Followed extends Base {
  next: Next;
}

/** A step of a workflow, as it was checked when it was written. */
export type Step =
  | (Followed & { type: 'message'; content: string })
  | (Base & { type: 'question'; prompt: string; input: Input; saveAs?: string; next?: Next })
  | (Base & { type: 'condition'; if: Condition[]; then: Next; else: Next })
  | (Followed & { type: 'assign'; user?: string; team?: string })
  | (Followed & { type: 'tag'; tags: string[]; remove?: boolean })
  | (Followed & { type: 'setAttribute'; key: string; value: AttributeValue; visible?: boolean })
  | (Followed & { type: 'delay'; seconds: number })
  | (Followed & {
      type: 'tool';
      name: string;
      arguments?: Record<string, unknown>;
      timeoutSeconds?: number;
      saveAs?: string;
      onTimeout?: Next;
    })
  | (Base & { type: 'agent'; agentId: string })
  | (Base & { type: 'handoff'; team?: string })
  | (Base & { type: 'close' });

export type StepType = Step['type'];
/** A step of one type. */
export type StepOf<T extends StepType> = Extract<Step, { type: T }>;

/** Everything that may follow a step. */
export const followers = (step: Step): Next[] => {
  switch (step.type) {
    case 'condition':
      return [step.then, step.else];
    case 'question':
      return [step.next ?? null, ...(step.input.options ?? []).flatMap(({ next }) => next ?? [])];
    case 'tool':
      return [step.next, step.onTimeout ?? null];
    case 'agent':
    case 'handoff':
    case 'close':
      return [];
    default:
      return [step.next];
  }
};

const waiting: readonly StepType[] = ['question', 'delay', 'tool'];

/** Whether a run rests in a step. */
export const isWaiting = ({ type }: Pick<Step, 'type'>): boolean => waiting.includes(type);
