import type { Api } from '../api';
import type { FullProject } from '../full-project';

/** What whoever has no business there is told. */
export interface Refusal {
  status: number;
  code?: string;
  /** Field that the answer names. */
  field?: string;
}

/** One request that names things of a project, in its path or its body. */
export interface ProbeRequest {
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Who sends it, when that is not the admin of the own project. */
  caller?: Api;
  /**
   * What a stranger is told who sends it from the own project. Without it the request is answered, from the stranger's
   * own project and with nothing of the other one.
   */
  stranger?: Refusal;
  /** Status that those get who may; without it any success. */
  own?: number;
}

/**
 * Requests of an operation that name things of the project `its`, sent by somebody of the project `mine`; the two are
 * one where somebody asks for what is their own. Each is valid there.
 */
export type Probes = (its: FullProject, mine: FullProject) => ProbeRequest[];

/** 404 for a thing of the path. */
export const missing = (noun: string): Refusal => ({ status: 404, code: `${noun}_not_found` });

/** 400 for a reference of the body. */
export const refused = (field: string): Refusal => ({ status: 400, code: 'invalid_input', field });

/** A browser's subscription to push notifications. */
export const browser = {
  endpoint: 'https://push.example.com/send/1',
  keys: {
    p256dh: 'BLroF4gRm_t6FAoys8MzDfLF-vFEnT1yLLeIeT1tycwgnQUAQpU662UBCRT2viTJ710bRY_izpCul9QymiP7gio',
    auth: 'AAAAAAAAAAAAAAAAAAAAAA',
  },
};
