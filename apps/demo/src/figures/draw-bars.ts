import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';

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

/** The answer of `GET /statistics/bar-chart`, as far as it is drawn. */
export interface BarChart {
  title: string;
  unit: string;
  series: { name: string; data: { label: string; value: number | null; count?: number }[] }[];
}

/** Colours that people with a colour deficiency can distinguish too. */
const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#8c6bb1', '#7f7f7f'];

const drawn = new Map<HTMLCanvasElement, Chart>();

/** The text of a chart for screen readers. */
const spoken = ({ title, unit, series }: BarChart): string => {
  const parts = series.map(({ name, data }) => {
    const values = data.flatMap(({ value }) => (value === null ? [] : [value]));
    const most = values.length === 0 ? 'nothing' : `at most ${Math.max(...values)} ${unit}`;
    return `${name}: ${most}`;
  });
  return [title, ...parts].join('. ');
};

/** Draws series over time: counts as bars, medians and means as lines, which are cut where there is nothing. */
export const drawBars = (canvas: HTMLCanvasElement, answer: BarChart): void => {
  drawn.get(canvas)?.destroy();
  const { series, unit } = answer;
  const isMeasure = series.some(({ data }) => data.some(({ count }) => count !== undefined));
  canvas.ariaLabel = spoken(answer);
  drawn.set(
    canvas,
    new Chart(canvas, {
      type: isMeasure ? 'line' : 'bar',
      data: {
        labels: series[0]?.data.map(({ label }) => label) ?? [],
        datasets: series.map(({ name, data }, index) => ({
          label: name,
          data: data.map(({ value }) => value),
          backgroundColor: COLOURS[index % COLOURS.length],
          borderColor: COLOURS[index % COLOURS.length],
          pointRadius: 2,
        })),
      },
      options: {
        animation: false,
        maintainAspectRatio: false,
        plugins: { legend: { display: series.length > 1 } },
        scales: {
          x: { stacked: !isMeasure, ticks: { maxTicksLimit: 8, maxRotation: 0 } },
          y: {
            stacked: !isMeasure,
            beginAtZero: true,
            title: { display: unit !== '', text: unit },
            ticks: isMeasure ? {} : { precision: 0 },
          },
        },
      },
    }),
  );
};
