import type { ProcessMemory } from './processes';

/** The result of a load or a job. */
export interface Figures {
  /** `parley`, or the product it is compared with. */
  source: string;
  name: string;
  /** Requests at a time. */
  connections: number;
  /** The counted unit: requests, rows, mails … */
  unit: string;
  count: number;
  perSecond: number;
  /** Milliseconds of a request or a call; of a mail from the call to its arrival. */
  p50: number;
  p95: number;
  p99: number;
  /** Bytes of an answer with its head, on average; of loads alone. */
  bytes?: number;
  /** Of the measured processes, per 1,000 units. */
  cpuSecondsPer1000: number;
  /** Of each measured process, by name. */
  memory: Record<string, ProcessMemory>;
  /** Answers other than 2xx, and what should have been counted and was not; figures with any of them say nothing. */
  failures: number;
}

const PLACES = 10;
const rounded = (value: number): number => Math.round(value * PLACES) / PLACES;

/** A rate with its significant digits. */
export const computeRate = (count: number, seconds: number): number => {
  const rate = seconds > 0 ? count / seconds : 0;
  return rate < 100 ? rounded(rate) : Math.round(rate);
};

/** CPU time per 1,000 units. */
export const perThousand = (cpuSeconds: number, count: number): number =>
  Number(((cpuSeconds / Math.max(count, 1)) * 1_000).toFixed(2));

/** Percentiles of some times in milliseconds. */
export const computePercentiles = (times: readonly number[]): Pick<Figures, 'p50' | 'p95' | 'p99'> => {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
};
