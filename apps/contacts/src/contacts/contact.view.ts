import { createDocumentViews, type DocumentView, made, type MadeField } from '@parley/persistence';
import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import { type ContactRow, isEmailOnly } from './contact';
import { columns } from './contact.columns';
import { presentContact } from './contact.present';

/** The fields of contacts that are read. */
export type ContactDocumentView = DocumentView<ContactRow, Contact>;

const ofContact = <const Of extends keyof ContactRow>(
  of: readonly Of[],
  show: (row: Pick<ContactRow, Of>) => unknown,
): MadeField<Pick<ContactRow, Of>> => made<ContactRow, Of>(of, show);

/** The views of contacts: whole documents, or chosen fields. The signature is added for those who may see it. */
export const contactViews = createDocumentViews<ContactRow, Contact>({
  columns,
  made: {
    _id: ofContact(['id'], ({ id }) => id),
    project: ofContact(['projectId'], ({ projectId }) => projectId),
    organisation: ofContact(['organisationId'], ({ organisationId }) => organisationId),
    svcHash: ofContact(['svcId'], () => undefined),
    emailOnly: ofContact(['email', 'userId', 'emailOnly'], isEmailOnly),
  },
  always: ['id', 'svcId'],
  present: (row) => presentContact(row),
});
