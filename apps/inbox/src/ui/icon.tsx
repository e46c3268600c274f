import type { VNode } from 'preact';

/** Paths of icons of 24 by 24. */
const paths = {
  mine: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 8a8 8 0 0 1 16 0',
  unassigned: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 8a8 8 0 0 1 9-7.9M16 19h6',
  teams:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-7 9a7 7 0 0 1 14 0M16 4.3a3.5 3.5 0 0 1 0 6.5M22 20a7 7 0 0 0-4-6.3',
  mentions: 'M16 12a4 4 0 1 1-4-4 4 4 0 0 1 4 4v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-4 7.5',
  all: 'M3 13h5l2 3h4l2-3h5M5 5h14l2 8v6H3v-6Z',
  later: 'M3 4l18 8-7 2M3 4l4 8 5 1M16 23a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm0-6v2l1 1',
  snoozed: 'M12 21a8 8 0 1 0 0-16 8 8 0 0 0 0 16Zm0-12v4l2.5 2M4 3 2 5M20 3l2 2',
  closed: 'm5 12 5 5L20 7',
  spam: 'M12 3 2 20h20Zm0 7v4m0 3v.1',
  saved: 'M6 4h12v16l-6-4-6 4Z',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 5 5',
  settings:
    'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm8-3 2-1.5-2-3.5-2.4.8-1.7-1L15.500 4h-4l-.4 2.800-1.700 1-2.400-.8-2 3.500L7 12l-2 1.500 2 3.500 2.400-.8 1.700 1 .4 2.800h4l.4-2.800 1.700-1 2.400.8 2-3.500Z',
  figures: 'M4 20V10m6 10V4m6 16v-7m4 7H2',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  tag: 'M4 4h8l8 8-8 8-8-8Zm4.500 4.500h.01',
  priority: 'M5 21V4h13l-3 4 3 4H5',
  close: 'm6 6 12 12M18 6 6 18',
  back: 'm14 6-6 6 6 6',
  attach: 'm20 11-8.500 8.500a5 5 0 0 1-7-7L13 4a3.500 3.500 0 0 1 5 5l-8.500 8.500a2 2 0 0 1-3-3L14 7',
  send: 'M4 4l17 8-17 8 3-8Zm3 8h8',
  format: 'M5 19 11 5h2l6 14M7.500 14h9',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 8a8 8 0 0 1 16 0',
  eye: 'M2 12s3.500-7 10-7 10 7 10 7-3.500 7-10 7-10-7-10-7Zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  panel: 'M3 5h18v14H3Zm12 0v14M18 9h0m0 4h0',
} as const;

export type IconName = keyof typeof paths;

/** An icon beside a text, or in a button with a name: nothing to read aloud. */
export const Icon = ({ name }: { name: IconName }): VNode => (
  <svg class="icon" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
    <path
      d={paths[name]}
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>
);
