import { widgetSignature } from '../../src/auth/widget';
import { PROJECT, PROJECT_KEY, SESSION_SECRET } from './identities';
import type { RowCase } from './row-case';

const ID = '0000000000000000000000f1';

const component = { id: ID, _id: ID, name: 'order-card', template: '<h3>{{title}}</h3>' };
const sent = { name: 'order-card', schema: { type: 'object' }, template: '<h3>{{title}}</h3>' };

const FORM = [
  '--limit',
  'Content-Disposition: form-data; name="file"; filename="notes.txt"',
  'Content-Type: text/html',
  '',
  'Call Ada back.',
  '--limit--',
  '',
].join('\r\n');

/** Cases of uploads and custom components. */
export const uploadCases: RowCase[] = [
  {
    row: 'uploads.upload',
    method: 'POST',
    path: '/uploads',
    request: { body: FORM, headers: { 'content-type': 'multipart/form-data; boundary=limit' } },
    rpc: 'uploadFile',
    received: { file: expect.stringMatching(new RegExp(`^${PROJECT}/[\\w-]{32}/notes\\.txt$`)) as string },
    response: { fileUrl: 'https://support.example.com/files/x' },
    document: { fileUrl: 'https://support.example.com/files/x' },
  },
  {
    row: 'widget.upload',
    method: 'POST',
    path: '/shared/uploads',
    request: {
      token: null,
      project: null,
      body: FORM,
      headers: {
        'content-type': 'multipart/form-data; boundary=limit',
        'api-token': PROJECT_KEY,
        'svc-id': 's1',
        'svc-hash': widgetSignature(SESSION_SECRET, 's1'),
      },
    },
    rpc: 'uploadContactFile',
    received: { file: expect.stringMatching(new RegExp(`^${PROJECT}/[\\w-]{32}/notes\\.txt$`)) as string },
    response: { fileUrl: 'https://support.example.com/files/x' },
    document: { fileUrl: 'https://support.example.com/files/x' },
  },
  {
    row: 'uploads.from-url',
    method: 'POST',
    path: '/uploads/from-url',
    request: { body: { url: 'https://www.example.com/logo.png', extra: true } },
    rpc: 'importImage',
    received: { url: 'https://www.example.com/logo.png' },
    response: { fileUrl: 'https://support.example.com/files/x' },
    document: { fileUrl: 'https://support.example.com/files/x' },
  },
  {
    row: 'custom-components.list',
    method: 'GET',
    path: '/custom-components?searchTerm=order&publishedOnly=true&skip=1&limit=500',
    rpc: 'listCustomComponents',
    received: { searchTerm: 'order', publishedOnly: true, skip: 1, limit: 100 },
    response: { data: [component], totalCount: 0 },
    document: [component],
  },
  {
    row: 'custom-components.list',
    method: 'GET',
    path: '/custom-components?withCount=true',
    rpc: 'listCustomComponents',
    received: { withCount: true, limit: 50 },
    response: { data: [component], totalCount: 7 },
    document: { data: [component], totalCount: 7 },
  },
  {
    row: 'custom-components.create',
    method: 'POST',
    path: '/custom-components',
    request: { body: { ...sent, exampleData: [1], sanitizedTemplate: 'forged', createdBy: 'me' } },
    rpc: 'createCustomComponent',
    received: { ...sent, exampleData: [1], isPublished: undefined },
    response: { component },
    document: component,
  },
  {
    row: 'custom-components.get',
    method: 'GET',
    path: `/custom-components/${ID}`,
    rpc: 'getCustomComponent',
    received: { customComponentId: ID },
    response: { component },
    document: component,
  },
  {
    row: 'custom-components.update',
    method: 'PUT',
    path: `/custom-components/${ID}`,
    request: { body: { description: null, isPublished: true } },
    rpc: 'updateCustomComponent',
    received: { customComponentId: ID, nulls: ['description'], isPublished: true, template: undefined },
    response: { component },
    document: component,
  },
  {
    row: 'custom-components.delete',
    method: 'DELETE',
    path: `/custom-components/${ID}`,
    rpc: 'deleteCustomComponent',
    received: { customComponentId: ID },
    response: { component },
    document: component,
  },
];
