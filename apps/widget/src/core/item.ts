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

/** A post of the team's news. */
export interface NewsPost {
  id: string;
  lang: string;
  title: string;
  /** HTML that is safe to insert. */
  html: string;
  image?: string;
  imageAlt?: string;
  label?: string;
  /** ISO 8601. */
  publishedAt: string;
  /** Whether the visitor has opened it. */
  read: boolean;
}

/** A question of a survey. */
export interface Question {
  id: string;
  type: 'nps' | 'rating' | 'emoji' | 'choice' | 'choices' | 'text';
  title?: string;
  description?: string;
  required?: boolean;
  options?: { id: string; title?: string }[];
  low?: string;
  high?: string;
  maxLength?: number;
}

/** How far the visitor is with a survey; `next` is the question to ask. */
export interface SurveyState {
  round: number;
  status: 'partial' | 'completed';
  answers: Record<string, unknown>;
  next?: string;
}

/** Something of the team that is due to the visitor on this page. */
export interface Item {
  id: string;
  type: string;
  subject?: string;
  /** HTML that is safe to insert. */
  messageHtml?: string;
  config?: {
    selector?: string;
    html?: string;
    steps?: Step[];
    questions?: Question[];
    thanks?: string;
    image?: string;
    imageAlt?: string;
    label?: string;
    buttons?: { id: string; label: string; url?: string }[];
  };
  /** How far the visitor is with a survey. */
  survey?: SurveyState;
  sender?: { name?: string };
  /** Whether it may be heard when it shows. */
  sound?: boolean;
  /** Whether this showing was reported already. */
  seen: boolean;
  checklist?: { completedSteps: string[] };
  /** Whether the page started it: then it comes before the others, and stays when the due items are read again. */
  isStarted?: true;
}
