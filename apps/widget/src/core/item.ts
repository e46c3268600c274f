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
  /** Whether the page started it: then it comes before the others, and stays when the due items are read again. */
  isStarted?: true;
}
