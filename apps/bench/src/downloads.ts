import { type Api, send } from './api';
import type { Outcome } from './job';

/** Downloads a file and hands it out when it is whole; the clock stops before. */
const download = async (api: Api, path: string): Promise<{ text: string; milliseconds: number }> => {
  const began = performance.now();
  const text = await (await send(api, 'GET', path)).text();
  return { text, milliseconds: performance.now() - began };
};

/** Downloads a CSV file and counts its rows. */
export const downloadCsv = async (api: Api, path: string): Promise<Outcome> => {
  const { text, milliseconds } = await download(api, path);
  // The first line is the header; no text of the seed has a line break.
  return { count: text.split('\r\n').length - 2, milliseconds };
};

/** Downloads a JSON array, or an object with one as a member, and counts its elements. */
export const downloadJson = async (api: Api, path: string, member?: string): Promise<Outcome> => {
  const { text, milliseconds } = await download(api, path);
  const document = JSON.parse(text) as unknown;
  const list = member === undefined ? document : (document as Record<string, unknown>)[member];
  return { count: (list as unknown[]).length, milliseconds };
};

/** Demands that a job was about no fewer things than it should. */
export const expectCount = (outcome: Outcome, expected: number): Outcome => ({
  ...outcome,
  failures: (outcome.failures ?? 0) + Math.max(0, expected - outcome.count),
});
