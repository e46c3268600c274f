import type { GetBarChartResponse } from '@parley/client';
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartOptions,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import { chooseStep } from './choose-step';
import { element, fillTable, heading, row } from './elements';
import { type Formats, formatDuration, type Interval } from './format';

Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

/** A bar chart, as far as it is drawn. */
export type BarChart = Pick<GetBarChartResponse, 'title' | 'unit' | 'interval' | 'series'>;

/** Colours that people with a colour deficiency can distinguish too. */
const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#8c6bb1', '#7f7f7f'];

const RATING = 'rating of 10';

const drawn = new Map<HTMLCanvasElement, { chart: Chart; redraw: () => void }>();

/** Whether values are medians or means, and not counts. */
const isMeasure = ({ series }: BarChart): boolean =>
  series.some(({ data }) => data.some(({ count }) => count !== undefined));

/** Whether there is nothing to draw: no count, and nothing that was measured. */
export const isEmptyChart = (answer: BarChart): boolean =>
  answer.series.every(({ data }) =>
    data.every(({ value = null, count }) => value === null || (count ?? value) === 0),
  );

/** A value as people read it. */
const formatValue = (formats: Formats, { unit }: BarChart, value: number): string =>
  unit === 's' ? formatDuration(value) : formats.number(value);

/** The text of a chart for screen readers. */
const describe = (answer: BarChart, axis: string, formats: Formats): string => {
  const parts = answer.series.map(({ name, data }) => {
    const values = data.flatMap(({ value = null }) => (value === null ? [] : [value]));
    const most = values.length === 0 ? 'nothing' : formatValue(formats, answer, Math.max(...values));
    return `${name}: at most ${most}${axis === 'time' ? '' : ` ${axis}`}`;
  });
  return [answer.title, ...parts].join('. ');
};

const chartOptions = (answer: BarChart, axis: string, formats: Formats): ChartOptions => {
  const { series } = answer;
  const styles = getComputedStyle(document.documentElement);
  const [quiet, line] = ['--quiet', '--line'].map((name) => styles.getPropertyValue(name));
  const most = Math.max(0, ...series.flatMap(({ data }) => data.map(({ value }) => value ?? 0)));
  const areTimes = answer.unit === 's';
  const areCounts = !isMeasure(answer);
  return {
    animation: false,
    maintainAspectRatio: false,
    color: quiet,
    plugins: {
      legend: { display: series.length > 1, labels: { color: quiet, boxWidth: 12 } },
      tooltip: {
        callbacks: {
          label: ({ dataset, dataIndex, datasetIndex, parsed: { y } }) => {
            const { count } = series[datasetIndex]?.data[dataIndex] ?? {};
            const from = count === undefined ? '' : `, from ${formats.number(count)}`;
            return `${dataset.label}: ${formatValue(formats, answer, y ?? 0)}${from}`;
          },
        },
      },
    },
    scales: {
      x: {
        stacked: areCounts,
        grid: { color: line },
        ticks: { color: quiet, maxTicksLimit: 8, maxRotation: 0, autoSkipPadding: 8 },
      },
      y: {
        stacked: areCounts,
        beginAtZero: true,
        ...(axis === RATING && { max: 10 }),
        grid: { color: line },
        title: { display: axis !== 'time', text: axis, color: quiet },
        ticks: {
          color: quiet,
          ...(areCounts && { precision: 0 }),
          ...(areTimes && { stepSize: chooseStep(most) }),
          callback: (value) => formatValue(formats, answer, Number(value)),
        },
      },
    },
  };
};

/** Draws series over time: counts as bars, medians and means as lines, which are cut where there is nothing. */
export const drawBars = (
  canvas: HTMLCanvasElement,
  answer: BarChart,
  axis: string,
  formats: Formats,
): void => {
  drawn.get(canvas)?.chart.destroy();
  drawn.delete(canvas);
  canvas.ariaLabel = isEmptyChart(answer) ? '' : describe(answer, axis, formats);
  if (isEmptyChart(answer)) return;
  const { series } = answer;
  const interval = answer.interval as Interval;
  const chart = new Chart(canvas, {
    type: isMeasure(answer) ? 'line' : 'bar',
    data: {
      labels: series[0]?.data.map(({ date = '' }) => formats.point(date, interval)) ?? [],
      datasets: series.map(({ name, data }, index) => ({
        label: name,
        data: data.map(({ value = null }) => value),
        backgroundColor: COLOURS[index % COLOURS.length],
        borderColor: COLOURS[index % COLOURS.length],
        pointRadius: 2,
        // A point at the highest value is drawn as a whole.
        clip: 4,
      })),
    },
    options: chartOptions(answer, axis, formats),
  });
  drawn.set(canvas, { chart, redraw: () => drawBars(canvas, answer, axis, formats) });
};

/** Draws all charts again in the colours of the page, which follow the reader's dark mode. */
export const redrawBars = (): void => {
  for (const { redraw } of [...drawn.values()]) redraw();
};

/** The same figures as a table, for readers who do not see the chart or want the numbers. */
export const drawBarTable = (table: HTMLTableElement, answer: BarChart, formats: Formats): void => {
  const { series } = answer;
  const interval = answer.interval as Interval;
  const rows = (series[0]?.data ?? []).map(({ date = '' }, index) =>
    row([
      heading(formats.point(date, interval), 'row'),
      ...series.map(({ data }) => {
        const value = data[index]?.value ?? null;
        return element('td', value === null ? 'None' : formatValue(formats, answer, value));
      }),
    ]),
  );
  fillTable(table, [`By ${interval}`, ...series.map(({ name }) => name)], rows, 'Nothing in this period.');
};
