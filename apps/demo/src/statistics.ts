import type { Call } from './api';
import { find } from './panel';
import { startSignIn, tellFailure } from './sign-in';
import {
  barCharts,
  facts,
  heatmaps,
  lists,
  type BarChart,
  drawBars,
  drawHeatmap,
  drawList,
  type Heatmap,
  type List,
} from './figures';

/** The answer of `GET /statistics/facts`, as far as it is drawn. */
interface Fact {
  title: string;
  value: number | null;
  unit: string;
  progressValue: number | null;
  progressUnit: string;
  progressLabel: string;
}

const DAY_MS = 86_400_000;

/** Parameters that the form asks for. */
const readQuestion = (form: HTMLFormElement): URLSearchParams => {
  const chosen = new FormData(form);
  const days = Number(chosen.get('days'));
  const local = new Date(Date.now() - (days - 1) * DAY_MS);
  const startDate = [local.getFullYear(), local.getMonth() + 1, local.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  return new URLSearchParams({
    startDate,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    groupInterval: String(chosen.get('interval')),
    aggsType: String(chosen.get('aggregate')),
    useWorkingHours: String(chosen.has('workingHours')),
    ...(chosen.get('group') !== '' && { groupedBy: String(chosen.get('group')) }),
  });
};

/** The place of a chart, by its name; made when it is drawn first. */
const ensurePlace = (parent: string, chartType: string, kind: 'canvas' | 'table' | 'p'): HTMLElement => {
  const id = `${parent}-${chartType}`;
  const known = document.getElementById(id);
  if (known) return known;
  const place = document.createElement('figure');
  place.id = id;
  const drawing = document.createElement(kind);
  if (kind === 'canvas') drawing.role = 'img';
  const frame = document.createElement('div');
  frame.className = kind;
  // Content wider than its frame scrolls, by the keyboard too.
  if (kind === 'table') frame.tabIndex = 0;
  frame.append(drawing);
  const alert = document.createElement('p');
  alert.role = 'alert';
  place.append(document.createElement('figcaption'), frame, alert);
  find(`#${parent}`).append(place);
  return place;
};

/** The latest question of each place: an answer to an earlier one comes too late. */
const asked = new WeakMap<HTMLElement, string>();

/** Asks for a chart and draws the answer, or why there is none. */
const show = async <Answer extends { title: string }>(
  call: Call,
  path: string,
  place: HTMLElement,
  draw: (answer: Answer) => void,
): Promise<void> => {
  const alert = find('[role=alert]', place);
  asked.set(place, path);
  place.ariaBusy = 'true';
  const isLate = (): boolean => asked.get(place) !== path;
  try {
    const answer = await call<Answer>('GET', path);
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

const drawFact = (place: HTMLElement, fact: Fact): void => {
  const { value, unit, progressValue, progressUnit, progressLabel } = fact;
  const number = document.createElement('b');
  number.textContent = value === null ? '–' : `${value} ${unit}`.trim();
  const sign = (progressValue ?? 0) > 0 ? '+' : '';
  const change = progressValue === null ? '' : `${sign}${progressValue} ${progressUnit} ${progressLabel}`;
  find('.p > p', place).replaceChildren(number, ` ${change}`);
};

const showAll = async (call: Call, form: HTMLFormElement): Promise<void> => {
  const question = readQuestion(form);
  const path = (operation: string, chartType: string, limit?: number): string =>
    `/statistics/${operation}?${new URLSearchParams({
      chartType,
      ...Object.fromEntries(question),
      ...(limit !== undefined && { limit: String(limit) }),
    })}`;
  await Promise.all([
    ...facts.map((name) => {
      const place = ensurePlace('facts', name, 'p');
      return show<Fact>(call, path('facts', name), place, (answer) => drawFact(place, answer));
    }),
    ...barCharts.map((name) => {
      const place = ensurePlace('charts', name, 'canvas');
      return show<BarChart>(call, path('bar-chart', name), place, (answer) =>
        drawBars(find<HTMLCanvasElement>('canvas', place), answer),
      );
    }),
    ...heatmaps.map((name) => {
      const place = ensurePlace('heatmaps', name, 'table');
      return show<Heatmap>(call, path('heatmap', name), place, (answer) =>
        drawHeatmap(find<HTMLTableElement>('table', place), answer),
      );
    }),
    ...lists.map((name) => {
      const place = ensurePlace('lists', name, 'table');
      return show<List>(call, path('lists', name, 20), place, (answer) =>
        drawList(find<HTMLTableElement>('table', place), answer),
      );
    }),
  ]);
};

startSignIn(async (_demo, { call }) => {
  const form = find<HTMLFormElement>('#question');
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('change', () => void showAll(call, form));
  await showAll(call, form);
}).catch(tellFailure);
