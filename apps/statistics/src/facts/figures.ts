import { type Fact, FIRST_HIDDEN_KIND, flags, type Kind, kinds } from './kinds';

/** A figure: the facts that it counts or measures, and their sums. Its number is stored. */
export interface Figure {
  number: number;
  kind: Kind;
  /** Only facts with this flag. */
  flag?: number;
  /** Whether it has durations. */
  isTime?: true;
  /** Whether its facts belong to no ticket, so that any filter of tickets leaves none. */
  isFree?: true;
  /** Whether there are sums by dimensions of tickets. */
  byTrait?: true;
  /** Whether there are sums by person and team: of all its facts, or of those that have a person. */
  byPerson?: 'all' | 'some';
  /** Whether tickets count once: each fact knows the one before of the same person in the same ticket. */
  isOncePerTicket?: true;
}

/** Figures of charts; all have sums by quarter of an hour. Two with the same facts share a number. */
export const figures = {
  NEW_TICKETS: { number: 1, kind: 'CREATE_TICKET', byTrait: true },
  CONVERSATIONS: { number: 2, kind: 'CREATE_TICKET', flag: flags.CONVERSATION, byTrait: true },
  WITHOUT_COMMENTS: { number: 3, kind: 'CREATE_TICKET', flag: flags.SILENT, byTrait: true },
  CLOSES: { number: 4, kind: 'TICKET_STATUS_CHANGE', flag: flags.CLOSE, byTrait: true, byPerson: 'some' },
  FIRST_CLOSES: { number: 5, kind: 'TICKET_STATUS_CHANGE', flag: flags.FIRST, isTime: true, byTrait: true },
  REPLIES: { number: 6, kind: 'TICKET_REPLY', byTrait: true, byPerson: 'all' },
  REPLY_TIMES: {
    ...{ number: 7, kind: 'TICKET_REPLY', flag: flags.SAMPLE },
    ...{ isTime: true, byTrait: true, byPerson: 'all' },
  },
  FIRST_RESPONSES: {
    ...{ number: 8, kind: 'TICKET_REPLY', flag: flags.FIRST },
    ...{ isTime: true, byTrait: true, byPerson: 'all' },
  },
  MESSAGES: { number: 9, kind: 'COMMENT_CREATED', byTrait: true },
  FIRST_ASSIGNMENTS: { number: 10, kind: 'ASSIGN_TICKET', flag: flags.FIRST, isTime: true, byTrait: true },
  RATINGS: { number: 11, kind: 'TICKET_RATED' },
  SLA_STARTED: { number: 12, kind: 'SLA_STARTED', byTrait: true },
  SLA_MET: { number: 13, kind: 'SLA_MET', byTrait: true },
  SLA_BREACHED: { number: 14, kind: 'SLA_BREACHED', byTrait: true },
  SUPPORT_REQUESTED: { number: 15, kind: 'CUSTOMER_SUPPORT_REQUESTED', byTrait: true },
  WIDGET_OPENED: { number: 16, kind: 'WIDGET_OPENED', isFree: true },
  ARTICLE_VIEWS: { number: 17, kind: 'ARTICLE_VIEWED', isFree: true },
  QUESTIONS: { number: 18, kind: 'AI_QUESTION_ASKED', isFree: true },
} as const satisfies Record<string, Figure>;

/** Figures of the team list alone, with sums by person and team. */
export const teamFigures = {
  ASSIGNED_REPLIES: { number: 19, kind: 'ASSIGNED_REPLY', isTime: true, byPerson: 'some' },
  LAST_CLOSES: {
    ...{ number: 20, kind: 'TICKET_STATUS_CHANGE', flag: flags.LAST },
    ...{ isTime: true, byPerson: 'some' },
  },
  ASSIGNMENTS: { number: 21, kind: 'ASSIGN_TICKET', byPerson: 'some', isOncePerTicket: true },
  WORK: { number: 22, kind: 'WORKED_ON', byPerson: 'some', isOncePerTicket: true },
} as const satisfies Record<string, Figure>;

/** Name of a figure. */
export type FigureName = keyof typeof figures;

const all: readonly Figure[] = Object.values(figures);

const isOfFigure = ({ kind, flag }: Figure, fact: Pick<Fact, 'kind' | 'flags'>): boolean =>
  fact.kind === kind && (flag === undefined || (fact.flags & flag) !== 0);

/** The condition that a row of `fact` is of a figure; written out, so that partial indexes serve. */
export const figureCondition = ({ kind, flag }: Pick<Figure, 'kind' | 'flag'>): string => {
  const side = kinds[kind] < FIRST_HIDDEN_KIND ? '<' : '>=';
  const flagged = flag === undefined ? '' : ` AND f.flags & ${flag} <> 0`;
  return `f.kind = ${kinds[kind]} AND f.kind ${side} ${FIRST_HIDDEN_KIND}${flagged}`;
};

/** Milliseconds of a quarter of an hour. */
export const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;

/** Buckets per doubling of a duration. */
const BUCKETS = 16;

/** The bucket of a duration: 0 for none, then 16 for each doubling. */
export const toBucket = (ms: number): number => (ms < 1 ? 0 : 1 + Math.floor(Math.log2(ms) * BUCKETS));

/** Something that summaries count, and by how much it changes. */
export interface Change {
  quarters: { figure: number; quarter: number; count: number }[];
  spreads: {
    figure: number;
    working: boolean;
    day: number;
    bucket: number;
    count: number;
    total: number;
  }[];
}

const sumUp = <Row extends object>(
  rows: readonly Row[],
  toKey: (row: Row) => string,
  add: (to: Row, row: Row) => void,
): Row[] => {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const key = toKey(row);
    const sum = sums.get(key);
    if (sum) add(sum, row);
    else sums.set(key, { ...row });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
};

/** How summaries change when facts leave and others come; rows in the order in which they are locked. */
export const computeChange = (gone: readonly Fact[], come: readonly Fact[]): Change => {
  const signed = [...gone.map((fact) => ({ fact, sign: -1 })), ...come.map((fact) => ({ fact, sign: 1 }))];
  const quarters: Change['quarters'] = [];
  const spreads: Change['spreads'] = [];
  for (const { fact, sign } of signed) {
    for (const figure of all.filter((one) => isOfFigure(one, fact))) {
      const { number, isTime } = figure;
      quarters.push({
        figure: number,
        quarter: Math.floor(fact.at / QUARTER_MS) * QUARTER_MS,
        count: sign,
      });
      if (!isTime || fact.ms === undefined || fact.workMs === undefined) continue;
      const day = Math.floor(fact.at / DAY_MS) * DAY_MS;
      for (const [working, ms] of [
        [false, fact.ms],
        [true, fact.workMs],
      ] as const)
        spreads.push({ figure: number, working, day, bucket: toBucket(ms), count: sign, total: sign * ms });
    }
  }
  const isChanged = ({ count }: { count: number }): boolean => count !== 0;
  return {
    quarters: sumUp(
      quarters,
      ({ figure, quarter }) => `${figure} ${quarter}`,
      (to, { count }) => (to.count += count),
    ).filter(isChanged),
    spreads: sumUp(
      spreads,
      ({ figure, working, day, bucket }) => `${figure} ${working} ${day} ${bucket}`,
      (to, { count, total }) => {
        to.count += count;
        to.total += total;
      },
    ).filter(({ count, total }) => count !== 0 || total !== 0),
  };
};
