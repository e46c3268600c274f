import { type ImportCounts, type ImportProblem, type ImportRow, MAX_PROBLEMS, noCounts } from './import';

/** The report of an import while it runs. */
export interface Report {
  add(count: keyof ImportCounts, by?: number): void;
  /** Lists a problem, and counts it. */
  problem(problem: ImportProblem): void;
  /** The numbers so far, and the problems since the last time. */
  take(): { counts: ImportCounts; problems: ImportProblem[] };
}

const MAX_TEXT = 500;

const cut = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD').slice(0, MAX_TEXT);

/** Continues the report of an import. */
export const createReport = ({ counts, problems }: Pick<ImportRow, 'counts' | 'problems'>): Report => {
  const all: ImportCounts = { ...noCounts, ...counts };
  let listed = problems.length;
  let fresh: ImportProblem[] = [];
  return {
    add: (count, by = 1) => void (all[count] += by),
    problem: ({ path, code, message }) => {
      all.problems += 1;
      if (listed >= MAX_PROBLEMS) return;
      listed += 1;
      fresh.push({ path: cut(path), code, message: cut(message) });
    },
    take: () => {
      const taken = { counts: { ...all }, problems: fresh };
      fresh = [];
      return taken;
    },
  };
};
