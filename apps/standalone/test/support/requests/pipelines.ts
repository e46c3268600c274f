import { missing, type Probes, refused } from './request';
import type { FullProject } from '../full-project';

const pipeline = missing('pipeline');
const entry = missing('pipeline_entry');
const field = missing('pipeline_field');
const session = missing('session');

const toBoardPath = ({ ids }: FullProject): string => `/pipelines/${ids.pipeline}`;
const toEntryPath = ({ ids }: FullProject): string => `/pipeline-entries/${ids.entry}`;

/** Boards, their fields, and the contacts on them. */
export const pipelineProbes: Record<string, Probes> = {
  'pipelines.list': (its) => [{ path: '/pipelines' }, { path: `/pipelines?createdBy=${its.ids.agent}` }],
  'pipelines.create': (its, mine) => [
    { path: '/pipelines', body: { name: 'New', recordType: 'companies', lanes: [{ title: 'First' }] } },
    ...(its === mine
      ? []
      : [
          {
            path: '/pipelines',
            body: { name: 'New', recordType: 'contacts', lanes: [{ title: 'A' }], users: [its.ids.agent] },
            stranger: refused('users.0'),
          },
          {
            path: '/pipelines',
            body: { name: 'New', recordType: 'contacts', lanes: [{ title: 'A' }], teams: [its.ids.team] },
            stranger: refused('teams.0'),
          },
        ]),
  ],
  'pipelines.get': (its) => [{ path: toBoardPath(its), stranger: pipeline }],
  'pipelines.update': (its, mine) => [
    { path: toBoardPath(its), body: { columns: { widths: {} } }, stranger: pipeline },
    { path: toBoardPath(mine), body: { users: [its.ids.serviceAccount] }, stranger: refused('users.0') },
    { path: toBoardPath(mine), body: { teams: [its.ids.team] }, stranger: refused('teams.0') },
  ],
  'pipelines.delete': (its) => [{ path: toBoardPath(its), stranger: pipeline, own: 409 }],
  'pipelines.summary': (its) => [{ path: `${toBoardPath(its)}/summary`, stranger: pipeline }],
  'pipelines.properties': (its) => [{ path: `${toBoardPath(its)}/properties`, stranger: pipeline }],
  'pipelines.create-property': (its) => [
    {
      path: `${toBoardPath(its)}/properties`,
      body: { label: 'New', type: 'text', source: 'ENTRY' },
      stranger: pipeline,
    },
  ],
  'pipelines.update-property': (its, mine) => [
    { path: `${toBoardPath(its)}/properties/note`, body: { unit: 'words' }, stranger: pipeline },
    {
      path: `${toBoardPath(mine)}/properties/${its.texts.pipelineField}`,
      body: { unit: 'words' },
      stranger: field,
    },
  ],
  'pipelines.delete-property': (its, mine) => [
    { path: `${toBoardPath(mine)}/properties/${its.texts.pipelineField}`, stranger: field },
    { path: `${toBoardPath(its)}/properties/note`, stranger: pipeline },
  ],
  'pipelines.entries': (its) => [
    { path: `${toBoardPath(its)}/entries?laneId=trial`, stranger: pipeline },
    { path: `${toBoardPath(its)}/entries?laneId=trial&search=${its.mark}`, stranger: pipeline },
    { path: `${toBoardPath(its)}/entries?laneId=trial&values.note=${its.mark}`, stranger: pipeline },
  ],
  'pipelines.add-entry': (its, mine) => [
    { path: `${toBoardPath(its)}/entries`, body: { recordId: mine.ids.otherContact }, stranger: pipeline },
    { path: `${toBoardPath(mine)}/entries`, body: { recordId: its.ids.contact }, stranger: session },
  ],
  'pipelines.bulk': (its, mine) => [
    {
      path: `${toBoardPath(its)}/entries/bulk`,
      body: { action: 'values', selection: { ids: [its.ids.entry] }, payload: { values: { amount: 2 } } },
      stranger: pipeline,
    },
    {
      path: `${toBoardPath(mine)}/entries/bulk`,
      body: { action: 'move', selection: { ids: [its.ids.entry] }, payload: { laneId: 'won' } },
    },
  ],
  'pipelines.import-entries': (its, mine) => [
    {
      path: `${toBoardPath(its)}/entries/import`,
      body: { entries: [{ recordId: its.ids.contact }] },
      stranger: pipeline,
    },
    {
      path: `${toBoardPath(mine)}/entries/import`,
      body: {
        entries: [{ recordId: its.ids.contact }, { userId: its.texts.userId }, { email: its.texts.email }],
      },
    },
  ],
  'pipelines.export-entries': (its) => [{ path: `${toBoardPath(its)}/entries/export`, stranger: pipeline }],
  'pipeline-entries.for-record': (its) => [
    { path: `/pipeline-entries/for-record?recordType=contacts&recordId=${its.ids.contact}` },
  ],
  'pipeline-entries.get': (its) => [{ path: toEntryPath(its), stranger: entry }],
  'pipeline-entries.history': (its) => [{ path: `${toEntryPath(its)}/history`, stranger: entry }],
  'pipeline-entries.move': (its, mine) => [
    { path: `${toEntryPath(its)}/move`, body: { laneId: 'trial' }, stranger: entry },
    ...(its === mine
      ? []
      : [
          { path: `${toEntryPath(mine)}/move`, body: { before: its.ids.entry }, stranger: refused('before') },
        ]),
  ],
  'pipeline-entries.values': (its) => [
    { path: `${toEntryPath(its)}/values`, body: { values: { amount: 3 } }, stranger: entry },
  ],
  'pipeline-entries.record-values': (its) => [
    { path: `${toEntryPath(its)}/record-values`, body: { values: { lang: 'de' } }, stranger: entry },
  ],
  'pipeline-entries.due-date': (its) => [
    { path: `${toEntryPath(its)}/due-date`, body: { dueDate: '2030-01-31' }, stranger: entry },
  ],
  'pipeline-entries.remove': (its) => [{ path: toEntryPath(its), stranger: entry }],
};
