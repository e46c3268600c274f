import { ParleyError } from '@parley/client';
import { signal } from '@preact/signals';
import { say } from './texts';

/** A short message at the edge of the page. */
export interface Toast {
  id: number;
  text: string;
  isFailure: boolean;
  /** What can be done about it. */
  action?: { label: string; run: () => void };
}

export const toasts = signal<readonly Toast[]>([]);

const SHOWN_MS = 6_000;
let next = 0;

/** Shows a message for a while. */
export const toast = (
  text: string,
  {
    isFailure = false,
    action,
    ms = SHOWN_MS,
  }: { isFailure?: boolean; action?: Toast['action']; ms?: number } = {},
): (() => void) => {
  next += 1;
  const id = next;
  toasts.value = [...toasts.value, { id, text, isFailure, ...(action && { action }) }];
  const drop = (): void => void (toasts.value = toasts.value.filter((one) => one.id !== id));
  setTimeout(drop, ms);
  return drop;
};

/** Why something failed, for a person. */
export const explain = (error: unknown): string =>
  error instanceof ParleyError ? error.message : say('failure.connection');

/** Says that something failed, and why. */
export const tellFailure = (error: unknown): void => void toast(explain(error), { isFailure: true });
