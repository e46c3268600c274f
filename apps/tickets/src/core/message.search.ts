import { defineIndex } from '@parley/search';

/** Name of the index and of the marks for it. */
export const MESSAGE_INDEX = 'messages';

/** What messages are found by, the weightiest first; `files` are the names of attachments. */
export const messageIndex = defineIndex({
  name: MESSAGE_INDEX,
  searchable: ['comment', 'files'],
  filterable: [],
});
