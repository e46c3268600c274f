import type { Parley, StatisticsBarChartQuery } from '@parley/client';
import { find } from './panel';
import { startSignIn, tellFailure } from './sign-in';
import {
  BY_TAG,
  barCharts,
  type BarChart,
  createFormats,
  drawBars,
  drawBarTable,
  drawFact,
  drawHeatmap,
  drawList,
  facts,
  type Group,
  heatmaps,
  isEmptyChart,
  lists,
  nameSeries,
  redrawBars,
} from './figures';

const DAY_MS = 86_400_000;
/** An hour for each point of a longer period is more than the API draws. */
const MOST_DAYS_OF_HOURS = 60;

const formats = createFormats();

/** A question of the form, without the figure that it is about. */
type Question = Omit<StatisticsBarChartQuery, 'chartType'>;

/** The parameters that the form asks for. */
const readQuestion = (form: HTMLFormElement): Question => {
  const chosen = new FormData(form);
  const days = Number(chosen.get('days'));
  const local = new Date(Date.now() - (days - 1) * DAY_MS);
  const startDate = [local.getFullYear(), local.getMonth() + 1, local.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  const text = (name: string): string => String(chosen.get(name));
  return {
    startDate,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    groupInterval: text('interval') as NonNullable<Question['groupInterval']>,
    aggsType: text('aggregate') as NonNullable<Question['aggsType']>,
    useWorkingHours: chosen.has('workingHours'),
    ...(text('group') !== '' && { groupedBy: text('group') as NonNullable<Question['groupedBy']> }),
  };
};

/** Content that may be wider than its place: it scrolls, by the keyboard too. */
const createFrame = (kind: string, content: HTMLElement): HTMLElement => {
  const frame = document.createElement('div');
  frame.className = kind;
  if (kind === 'table') frame.tabIndex = 0;
  frame.append(content);
  return frame;
};

/** The place of a chart, by its name; made when it is drawn first. */
const ensurePlace = (parent: string, chartType: string, kind: 'canvas' | 'table' | 'p'): HTMLElement => {
  const id = `${parent}-${chartType}`;
  const known = document.getElementById(id);
  if (known) return known;
  const place = document.createElement('figure');
  place.id = id;
  const drawing = document.createElement(kind);
  const alert = document.createElement('p');
  alert.role = 'alert';
  place.append(document.createElement('figcaption'), createFrame(kind, drawing), alert);
  if (kind === 'canvas') {
    drawing.role = 'img';
    const nothing = document.createElement('p');
    nothing.className = 'nothing';
    nothing.hidden = true;
    nothing.textContent = 'Nothing in this period.';
    const details = document.createElement('details');
    const summary = document.createElement('summary');
    summary.textContent = 'As a table';
    details.append(summary, createFrame('table', document.createElement('table')));
    place.append(nothing, details);
  }
  find(`#${parent}`).append(place);
  return place;
};

/** The latest question of each place: an answer to an earlier one comes too late. */
const asked = new WeakMap<HTMLElement, object>();

/** Asks for a chart and draws the answer, or why there is none. */
const show = async <Answer extends { title: string }>(
  asking: Promise<Answer>,
  place: HTMLElement,
  draw: (answer: Answer) => void,
): Promise<void> => {
  const alert = find('[role=alert]', place);
  asked.set(place, asking);
  place.ariaBusy = 'true';
  const isLate = (): boolean => asked.get(place) !== asking;
  try {
    const answer = await asking;
    if (isLate()) return;
    alert.textContent = '';
    find('figcaption', place).textContent = answer.title;
    draw(answer);
  } catch (error) {
    if (isLate()) return;
    alert.textContent = error instanceof Error ? error.message : String(error);
  }
  place.ariaBusy = 'false';
};

/** Draws a chart, and the table behind it once a reader opens that. */
const drawChart = (
  place: HTMLElement,
  name: keyof typeof barCharts,
  group: Group,
  answer: BarChart,
): void => {
  const series = answer.series.map((one) => ({ ...one, name: nameSeries(group, one) }));
  const named = { ...answer, series };
  const isEmpty = isEmptyChart(named);
  find('.canvas', place).hidden = isEmpty;
  find('.nothing', place).hidden = !isEmpty;
  const details = find<HTMLDetailsElement>('details', place);
  details.hidden = isEmpty;
  drawBars(find<HTMLCanvasElement>('canvas', place), named, barCharts[name], formats);
  const fill = (): void => {
    if (details.open) drawBarTable(find<HTMLTableElement>('table', place), named, formats);
  };
  details.ontoggle = fill;
  fill();
};

const showAll = async ({ statistics }: Parley, form: HTMLFormElement): Promise<void> => {
  const question = readQuestion(form);
  await Promise.all([
    ...facts.map((chartType) => {
      const place = ensurePlace('facts', chartType, 'p');
      return show(statistics.facts({ ...question, chartType }), place, (answer) =>
        drawFact(find('.p > p', place), chartType, answer, formats),
      );
    }),
    ...(Object.keys(barCharts) as (keyof typeof barCharts)[]).map((chartType) => {
      const place = ensurePlace('charts', chartType, 'canvas');
      return show(statistics.barChart({ ...question, chartType }), place, (answer) =>
        drawChart(place, chartType, chartType === BY_TAG ? 'tag' : (question.groupedBy ?? ''), answer),
      );
    }),
    ...heatmaps.map((chartType) => {
      const place = ensurePlace('heatmaps', chartType, 'table');
      return show(statistics.heatmap({ ...question, chartType }), place, (answer) =>
        drawHeatmap(find<HTMLTableElement>('table', place), answer, formats),
      );
    }),
    ...lists.map((chartType) => {
      const place = ensurePlace('lists', chartType, 'table');
      return show(statistics.lists({ ...question, chartType, limit: 20 }), place, (answer) =>
        drawList(find<HTMLTableElement>('table', place), answer, formats),
      );
    }),
  ]);
};

/** Offers hours only for periods that the API draws by hours. */
const limitIntervals = (form: HTMLFormElement): void => {
  const interval = find<HTMLSelectElement>('[name=interval]', form);
  const hour = find<HTMLOptionElement>('[value=hour]', interval);
  hour.disabled = Number(new FormData(form).get('days')) > MOST_DAYS_OF_HOURS;
  if (hour.disabled && interval.value === 'hour') interval.value = 'day';
};

startSignIn(async (_demo, { parley }) => {
  const form = find<HTMLFormElement>('#question');
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('change', () => {
    limitIntervals(form);
    void showAll(parley, form);
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redrawBars);
  await showAll(parley, form);
}).catch(tellFailure);
