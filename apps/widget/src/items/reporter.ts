import { type App, persist } from '../core';
import type { Reporter } from '../kinds';

export const createReporter = ({ send, session }: App): Reporter => {
  const told = new Map<string, Map<string, Promise<unknown>>>();
  session.onChange(() => told.clear());
  return {
    report: (item, event, stepId) => {
      const { id, seen } = item;
      const ofItem = told.get(id) ?? new Map<string, Promise<unknown>>();
      told.set(id, ofItem);
      if (event === 'seen' && seen) return Promise.resolve();
      const what = `${event} ${stepId ?? ''}`;
      const body = { event, ...(stepId !== undefined && { stepId }) };
      const known = ofItem.get(what);
      if (known) return known;
      // The end of a tour would come before its last step.
      const before = event === 'completed' ? Promise.all(ofItem.values()) : Promise.resolve();
      const report = before
        .then(() => persist(() => send('POST', `/shared/engagements/${id}/events`, body)))
        // An item that is gone by now takes no report.
        .catch(() => undefined);
      ofItem.set(what, report);
      return report;
    },
    end: ({ id }) => void told.delete(id),
  };
};
