import type { CallContext } from '@parley/rpc';
import { inUnit, toSeconds, chooseUnit } from '../charts';
import type { Deps } from '../deps';
import type { Named } from '../names';
import type { Question } from '../question';

/** A column of a list; times are answered in a unit and in seconds. */
export interface ListColumn {
  key: string;
  label: string;
  isTime?: true;
}

/** A cell: its value, times in milliseconds. */
export interface Cell {
  value: string | number | null;
  /** Change against the period before, in percent. */
  progress?: number | null;
  /** Of the person, ticket, contact or article that it names. */
  id?: string;
  /** The person that it names. */
  person?: Named;
}

/** One row, a cell for each column. */
export type Row = readonly Cell[];

/** Which rows of a list. */
export interface Slice {
  skip: number;
  limit: number;
}

/** Rows of a slice, and how many there are in all. */
export interface Rows {
  rows: Row[];
  total: number;
}

/** What reading a list takes. */
export interface Asked {
  projectId: string;
  question: Question;
  context: CallContext;
  /** Whether each fact knows the trait of its ticket. */
  hasTraits: boolean;
}

/** What lists are read with. */
export type ListDeps = Pick<Deps, 'db' | 'clock' | 'contacts' | 'directory'>;

/** A kind of list. */
export interface ListChart {
  title: string;
  columns: readonly ListColumn[];
  /** Whether `data` holds values and not cells. */
  isBare?: true;
  /** Reads a slice of the rows. */
  read(deps: ListDeps, asked: Asked, slice: Slice): Promise<Rows>;
  /** Reads all rows, as many at a time as fit into memory. */
  pages(deps: ListDeps, asked: Asked): AsyncIterable<Row[]>;
}

type Reading = Pick<ListChart, 'read' | 'pages'>;

/** A list with a row for each person or type: it is read at once. */
export const readWhole = (readAll: (deps: ListDeps, asked: Asked) => Promise<Row[]>): Reading => ({
  read: async (deps, asked, { skip, limit }) => {
    const rows = await readAll(deps, asked);
    return { rows: rows.slice(skip, skip + limit), total: rows.length };
  },
  pages: async function* (deps, asked) {
    yield await readAll(deps, asked);
  },
});

/** Where rows begin: behind so many, or behind one that was read. */
export type Start<Place> = { skip: number } | { after: Place };

/** Rows that were found, and the place of the last of them. */
export interface Page<Place> {
  rows: Row[];
  last: Place | undefined;
}

/** How a list of any length is read. */
export interface Paging<Place> {
  count(deps: ListDeps, asked: Asked): Promise<number>;
  page(deps: ListDeps, asked: Asked, start: Start<Place>, limit: number): Promise<Page<Place>>;
}

/** Rows of an export that are in memory at a time. */
const PAGE = 5_000;

/** A list of any length: each page of an export begins behind the last row of the one before. */
export const readPaged = <Place>({ count, page }: Paging<Place>): Reading => ({
  read: async (deps, asked, { skip, limit }) => {
    const { rows } = await page(deps, asked, { skip }, limit);
    return { rows, total: await count(deps, asked) };
  },
  pages: async function* (deps, asked) {
    let start: Start<Place> = { skip: 0 };
    for (;;) {
      const { rows, last }: Page<Place> = await page(deps, asked, start, PAGE);
      if (rows.length > 0) yield rows;
      if (rows.length < PAGE || last === undefined) return;
      start = { after: last };
    }
  },
});

/** A cell as it is answered. */
export interface ShownCell {
  value: string | number | null;
  rawValue?: number | null;
  unit?: string;
  valueUnit?: string;
  progressValue?: number | null;
  id?: string;
}

/** A cell as clients read it: times in seconds, minutes or hours. */
export const showCell = ({ value, progress, id }: Cell, { isTime }: ListColumn): ShownCell => {
  const rest = {
    ...(progress !== undefined && { progressValue: progress }),
    ...(id !== undefined && { id }),
  };
  if (!isTime) return { value, ...rest };
  const rawValue = typeof value === 'number' ? toSeconds(value) : null;
  const unit = chooseUnit(rawValue ?? 0);
  return {
    value: rawValue === null ? null : inUnit(rawValue, unit),
    rawValue,
    unit,
    valueUnit: unit,
    ...rest,
  };
};

/** A person as documents show one, without secrets. */
const presentPerson = ({
  id,
  firstName,
  lastName,
  email,
  profileImageUrl,
}: Named): Record<string, unknown> => ({
  id,
  ...(firstName !== undefined && { firstName }),
  ...(lastName !== undefined && { lastName }),
  ...(email !== undefined && { email }),
  ...(profileImageUrl !== undefined && { profileImageUrl }),
});

const PERSON_KEY = 'processingUserREF';

/** A row as existing clients read it: its cells by key, a person's name beside the person. */
export const presentRow = ({ columns, isBare }: ListChart, row: Row): Record<string, unknown> =>
  Object.fromEntries(
    columns.flatMap((column, index): [string, unknown][] => {
      const cell = row[index] ?? { value: null };
      if (column.key === PERSON_KEY)
        return [
          [PERSON_KEY, cell.value],
          ...(cell.person ? [['processingUser', presentPerson(cell.person)] as [string, unknown]] : []),
        ];
      return [[column.key, isBare || column.key === 'type' ? cell.value : showCell(cell, column)]];
    }),
  );
