import type { Pipeline, PipelineEntry } from '@parley/client';
import { optional, pageFields, text } from '../fields';
import { moreLine, nextCursor, readWindow } from '../pages';
import { quoteField, quoteInline } from '../quote';
import { badArgument, defineTool } from '../tool';

export const readBoards = defineTool('read_boards', {
  title: 'Read boards',
  description:
    'Lists the boards (pipelines) of contacts or companies with their lanes and counts; with `board` and `lane` the entries of a lane, a page at a time.',
  effect: 'reads',
  fields: {
    board: optional(text('Id or name of a board.', 200)),
    lane: optional(text('Id or title of a lane of it.', 200)),
    ...pageFields(50, 20),
  },
  run: async ({ board: wanted, lane: title, ...page }, { parley }) => {
    const window = readWindow(page, 20);
    if (wanted === undefined) {
      const boards = await parley.pipelines.list(window);
      const next = nextCursor(window, boards.length === window.limit);
      return {
        text: `Boards: ${boards.length}.\n${boards.map(writeBoard).join('\n')}${moreLine(next)}`,
        data: { boards: boards.map(presentBoard), ...next },
      };
    }
    const board = choose('board', await parley.pipelines.list({ limit: 500 }), wanted, ({ name }) => name);
    if (title === undefined) {
      const { count, lanes } = await parley.pipelines.summary(board.id);
      const names = new Map(board.lanes.map((lane) => [lane.id, lane.title]));
      return {
        text: `${writeBoard(board)}\n${lanes.map((lane) => `${names.get(lane.laneId)}: ${lane.count}, overdue ${lane.overdue}`).join('\n')}`,
        data: { board: presentBoard(board), count, lanes },
      };
    }
    const lane = choose('lane', board.lanes, title, (one) => one.title);
    const entries = await parley.pipelines.entries(board.id, { laneId: lane.id, ...window });
    const next = nextCursor(window, entries.length === window.limit);
    return {
      text: `Entries of ${lane.title} in ${board.name}: ${entries.length}.\n${entries.map(writeEntry).join('\n')}${moreLine(next)}`,
      data: { entries: entries.map(presentEntry), ...next },
    };
  },
});

const choose = <Item extends { id: string }>(
  field: string,
  items: readonly Item[],
  wanted: string,
  nameOf: (item: Item) => string,
): Item => {
  const found = items.find(
    (item) => item.id === wanted || nameOf(item).toLowerCase() === wanted.toLowerCase(),
  );
  if (found) return found;
  const names = items.slice(0, 20).map((item) => `${nameOf(item)} (${item.id})`);
  throw badArgument(
    field,
    names.length === 0 ? 'cannot be found: there are none' : `must be one of ${names.join(', ')}`,
  );
};

const writeBoard = ({ id, name, recordType, lanes }: Pipeline): string =>
  `${name} (${id}), of ${recordType}: ${lanes.map(({ title }) => title).join(', ')}`;

const presentBoard = ({ id, name, recordType, lanes }: Pipeline): object => ({
  id,
  name,
  recordType,
  lanes: lanes.map(({ id: laneId, title, archived }) => ({ id: laneId, title, archived })),
});

const writeEntry = ({ id, recordId, record, dueDate }: PipelineEntry): string =>
  `${id}: ${quoteInline(record?.name ?? record?.email ?? recordId)}${dueDate ? `, due ${dueDate}` : ''}`;

const presentEntry = ({
  id,
  recordType,
  recordId,
  record,
  dueDate,
  laneEnteredAt,
}: PipelineEntry): object => ({
  id,
  recordType,
  recordId,
  name: quoteField(record?.name ?? '', 200),
  ...(dueDate && { dueDate }),
  laneEnteredAt,
});
