import type { ChartPoint } from '@parley/client';
import type { VNode } from 'preact';
import { say } from '../core';
import { day } from './format';

/** Height of the drawing in its own units. */
const HEIGHT = 100;
/** Width of a day in its own units, and of its bar. */
const STEP = 10;
const WIDTH = 8;

/** A chart of bars, a day each, and the same as a table. */
export const Bars = ({
  title,
  points,
  format,
  most,
}: {
  title: string;
  points: readonly ChartPoint[];
  format: (value: number) => string;
  /** End of the scale; the greatest value by default. */
  most?: number;
}): VNode => {
  const values = points.map(({ value }) => value ?? 0);
  const top = most ?? Math.max(...values, 0);
  const [first, last] = [points[0]?.date, points.at(-1)?.date];
  return (
    <figure class="bars">
      <figcaption>{title}</figcaption>
      {top === 0 || points.every(({ value }) => !value) ? (
        <p class="hint">{say('figures.nothing')}</p>
      ) : (
        <>
          <p class="scale" aria-hidden="true">
            {format(top)}
          </p>
          <svg
            role="img"
            aria-label={say('figures.chart', { title })}
            viewBox={`0 0 ${points.length * STEP} ${HEIGHT}`}
            preserveAspectRatio="none"
          >
            {points.map(({ date, value }, index) => {
              const height = top === 0 ? 0 : ((value ?? 0) / top) * HEIGHT;
              return (
                <rect
                  key={index}
                  x={index * STEP + (STEP - WIDTH) / 2}
                  y={HEIGHT - height}
                  width={WIDTH}
                  height={height}
                >
                  <title>{`${date === undefined ? '' : day(date)}: ${value == null ? '–' : format(value)}`}</title>
                </rect>
              );
            })}
          </svg>
          <p class="ends" aria-hidden="true">
            <span>{first !== undefined && day(first)}</span>
            <span>{last !== undefined && day(last)}</span>
          </p>
          <details>
            <summary>{say('figures.table')}</summary>
            <div class="wide" tabIndex={0} role="region" aria-label={title}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{say('figures.day')}</th>
                    <th scope="col">{title}</th>
                  </tr>
                </thead>
                <tbody>
                  {points
                    .filter(({ value }) => value)
                    .map(({ date, value }) => (
                      <tr key={date}>
                        <th scope="row">{date !== undefined && day(date)}</th>
                        <td>{format(value ?? 0)}</td>
                      </tr>
                    ))}
                </tbody>
              </table>
            </div>
          </details>
        </>
      )}
    </figure>
  );
};
