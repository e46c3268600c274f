import { type App } from '../core/app';
import { persist } from '../core/retry';

/** A step of a tour or a checklist. */
export interface Step {
  id: string;
  title?: string;
  /** Of a tour: HTML that is safe to insert, and the element of the page that it is about. */
  message?: string;
  selector?: string;
  /** Of a checklist: false for a step that only an event completes. */
  allowMarkDone?: boolean;
}

/** Something of the team that is due to the visitor on this page. */
export interface Item {
  id: string;
  type: string;
  subject?: string;
  /** HTML that is safe to insert. */
  messageHtml?: string;
  config?: { selector?: string; html?: string; steps?: Step[] };
  sender?: { name?: string };
  /** Whether it may be heard when it shows. */
  sound?: boolean;
  /** Whether this showing was reported already. */
  seen: boolean;
  checklist?: { completedSteps: string[] };
}

/** What the visitor does with an item. */
export interface Reporter {
  /** Tells it once for a showing, however often it is called; also after the network was away. */
  report(
    item: Item,
    event: 'seen' | 'clicked' | 'dismissed' | 'completed' | 'step',
    stepId?: string,
  ): Promise<unknown>;
  /** The showing is over: the next one is told of anew. */
  end(item: Item): void;
}

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
      // An item that is gone by now takes no report.
      const report = persist(() => send('POST', `/shared/engagements/${id}/events`, body)).catch(
        () => undefined,
      );
      ofItem.set(what, report);
      return report;
    },
    end: ({ id }) => void told.delete(id),
  };
};
