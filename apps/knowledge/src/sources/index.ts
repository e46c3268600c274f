export { type Contacts, createContactsClient } from './contacts';
export { createHelpcenterClient, type Helpcenter } from './helpcenter';
export { createWebsites, type Websites } from './known-website.store';
export { articleSource, HELPCENTER_OWNER } from './read-articles';
export { createSourceReader, type Source, sourcesDue } from './read-sources';
export { endGivenUpOf, endSourceMarks, findDoubtful, markSources, retryGivenUp } from './source-mark.store';
export { takeFaq } from './take-faq';
export { createTakeover, takeoverJob } from './take-over';
export { createTicketsClient, type Tickets } from './tickets';
