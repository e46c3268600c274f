import type { ChartSeries } from '@parley/client';
import { formatConstant } from './format';

/** The grouping of the series of a chart. */
export type Group = '' | 'type' | 'channel' | 'priority' | 'team' | 'user' | 'tag';

const nameless: Record<Group, string> = {
  '': 'None',
  type: 'No type',
  channel: 'No channel',
  priority: 'No priority',
  team: 'No team',
  user: 'Unassigned',
  tag: 'No tag',
};

/** The name of a series. The API falls back to the id of a member or a team that no longer exists. */
export const nameSeries = (group: Group, { key = null, name }: Pick<ChartSeries, 'key' | 'name'>): string => {
  if (group === '') return name;
  if (key === null) return nameless[group];
  if (key === 'other' && name !== key) return 'Others';
  if (key === name && group === 'user') return 'Deleted member';
  if (key === name && group === 'team') return 'Deleted team';
  return group === 'tag' ? name : formatConstant(name);
};

/** The text of a cell that has only an id, by the key of its column. */
const unnamed: Readonly<Record<string, string>> = {
  processingUserREF: 'Deleted member',
  session: 'Unnamed contact',
  article: 'Deleted article',
  ticket: 'Deleted ticket',
};

/** The text of a cell that names something. */
export const nameCell = (column: string, value: string, id: string | undefined): string => {
  if (id !== undefined && value === id) return unnamed[column] ?? 'Unknown';
  return column === 'type' || column === 'result' ? formatConstant(value) : value;
};
