import { current, readStored, writeStored } from '../core';
import type { Draft } from './drafts';

/** A draft that the platform did not have when its window closed. */
export interface Unkept {
  draft: Draft;
  /** When the draft that the platform had was changed; undefined when it had none. */
  base?: string | undefined;
}

const STORED = 'parley-inbox-unkept';

type All = Record<string, Unkept>;

const readAll = (): All => readStored<All>(STORED, {});

const toKey = (ticketId: string): string => `${current().user.id} ${ticketId}`;

/** Keeps a draft in this browser, for the next window of the same person. */
export const storeUnkept = (ticketId: string, unkept: Unkept): void =>
  writeStored(STORED, { ...readAll(), [toKey(ticketId)]: unkept });

/** Takes the draft of a ticket that a former window left. */
export const takeUnkept = (ticketId: string): Unkept | undefined => {
  const { [toKey(ticketId)]: found, ...others } = readAll();
  if (found) writeStored(STORED, others);
  return found;
};
