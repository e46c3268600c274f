import { projectScope } from '@parley/auth';
import { invalidQuery } from '@parley/persistence';
import type {
  GetFactsRequest,
  GetFactsResponse,
} from '@parley/proto/generated/parley/statistics/v1/statistics_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { figures, type FigureName } from '../facts';
import { onlinePeople } from '../presence';
import { type Period, type Question, readQuestion } from '../question';
import { type Chart, chooseColumn, factCharts, rateCharts, chooseTitle } from './catalogue';
import { countFacts, countWorkedOn } from './count.store';
import { measureScope } from './measure.store';
import { inUnit, toPercent, computeProgress, round2, toSeconds, chooseUnit } from './numbers';
import { demandBuilt, type Ready } from './ready';
import type { Scope } from './scope';
import { countOpen } from './tickets-now.store';

type Answer = Partially<GetFactsResponse>;

const LABEL = 'vs. previous period';

const buildAnswer = (title: string, unit: string, fields: Answer): Answer => ({
  title,
  unit,
  valueUnit: unit,
  progressUnit: '%',
  progressLabel: LABEL,
  ...fields,
});

/** A figure of now, which has no period to compare with. */
const snapshot = (title: string, value: number): Answer =>
  buildAnswer(title, '', { value, previousValue: null, progressValue: null });

const buildScope = (projectId: string, { filters }: Question, period: Period, ready: Ready): Scope => ({
  ...ready,
  projectId,
  filters,
  from: period.from,
  to: period.to,
});

type Parts = { now: Scope; before: Scope };

const counted = async (title: string, count: (scope: Scope) => Promise<number>, { now, before }: Parts) => {
  const [value, previous] = [await count(now), await count(before)];
  return buildAnswer(title, '', {
    value,
    previousValue: previous,
    progressValue: computeProgress(value, previous),
  });
};

const measured = async (
  { db }: Pick<Deps, 'db'>,
  chart: Exclude<Chart, { by: 'count' }>,
  question: Question,
  { now, before }: Parts,
): Promise<Answer> => {
  const { isAverage, usesWorkingHours } = question;
  const measure = {
    figure: figures[chart.figure],
    column: chooseColumn(chart, usesWorkingHours),
    isAverage,
  };
  const [found, previous] = [await measureScope(db, now, measure), await measureScope(db, before, measure)];
  const title = chooseTitle(chart, isAverage);
  const progressValue = computeProgress(found.value, previous.value);
  if (chart.by === 'value') {
    const shown = (value: number | null): number | null => (value === null ? null : round2(value));
    return buildAnswer(title, '', {
      value: shown(found.value),
      rawValue: found.value,
      count: found.count,
      previousCount: previous.count,
      previousValue: shown(previous.value),
      previousRawValue: previous.value,
      progressValue,
    });
  }
  const seconds = (ms: number | null): number | null => (ms === null ? null : toSeconds(ms));
  const [rawValue, previousRawValue] = [seconds(found.value), seconds(previous.value)];
  const unit = chooseUnit(rawValue ?? 0);
  const shown = (raw: number | null): number | null => (raw === null ? null : inUnit(raw, unit));
  return buildAnswer(title, unit, {
    value: shown(rawValue),
    rawValue,
    count: found.count,
    previousCount: previous.count,
    previousValue: shown(previousRawValue),
    previousRawValue,
    progressValue,
  });
};

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

const rated = async (
  { db }: Pick<Deps, 'db'>,
  { title, part, whole }: { title: string; part: FigureName; whole: FigureName[] },
  { now, before }: Parts,
): Promise<Answer> => {
  const share = async (scope: Scope): Promise<{ value: number | null; count: number }> => {
    const counts = await Promise.all(whole.map((name) => countFacts(db, scope, figures[name])));
    const count = sum(counts);
    return { value: toPercent(await countFacts(db, scope, figures[part]), count), count };
  };
  const [found, previous] = [await share(now), await share(before)];
  const shown = (value: number | null): number | null => (value === null ? null : round2(value));
  return buildAnswer(title, '%', {
    value: shown(found.value),
    rawValue: found.value,
    count: found.count,
    previousCount: previous.count,
    previousValue: shown(previous.value),
    previousRawValue: previous.value,
    progressValue: computeProgress(found.value, previous.value),
  });
};

const TIMES = ['createdAt', 'updatedAt'];

/** Only the figure by query takes the filters of the list of tickets; anywhere else they would be ignored. */
const refuseOthers = ({ filter, ignoreArchived }: GetFactsRequest): void => {
  const stray = filter.find(({ field }) => !TIMES.includes(field))?.field;
  const field = stray ?? (ignoreArchived === undefined ? undefined : 'ignoreArchived');
  if (field !== undefined)
    throw invalidQuery(field, 'Leave it out: it is a filter of TICKET_COUNT_BY_QUERY alone.');
};

/** One figure, compared with the period before. 400 `invalid_query`, 503 `unavailable` before the first build. */
export const getFacts = async (
  deps: Pick<Deps, 'db' | 'clock' | 'tickets'>,
  request: GetFactsRequest,
  context: CallContext,
): Promise<Answer> => {
  const { projectId } = projectScope(context.scope);
  const { chartType } = request;
  if (chartType === 'TICKET_COUNT_BY_QUERY') {
    // Checked for their form as everywhere; what they mean is the list's to say.
    const question = readQuestion({ ...request, filter: [] }, deps.clock());
    const count = await deps.tickets.count(request, question, context);
    return snapshot('Tickets', count);
  }
  refuseOthers(request);
  const question = readQuestion(request, deps.clock());
  const ready = await demandBuilt(deps.db, projectId);
  const parts = {
    now: buildScope(projectId, question, question, ready),
    before: buildScope(projectId, question, question.previous, ready),
  };
  switch (chartType) {
    case 'SNAPSHOT_OPEN_TICKETS':
      return snapshot('Open tickets', await countOpen(deps.db, projectId, question.filters));
    case 'SNAPSHOT_AGENTS_ONLINE_COUNT': {
      const { users } = question.filters;
      const online = (await onlinePeople(deps, projectId)).filter(({ id }) => users?.includes(id) ?? true);
      return snapshot('People online', online.length);
    }
    case 'TICKET_WORKED_ON_COUNT':
      return counted('Tickets worked on', (scope) => countWorkedOn(deps.db, scope), parts);
  }
  const rate = rateCharts[chartType];
  if (rate) return rated(deps, rate, parts);
  const chart: Chart | undefined = (factCharts as Readonly<Record<string, Chart>>)[chartType];
  if (!chart) throw invalidQuery('chartType', `There is no figure ${chartType}.`);
  if (chart.by !== 'count') return measured(deps, chart, question, parts);
  return counted(chart.title, (scope) => countFacts(deps.db, scope, figures[chart.figure]), parts);
};
