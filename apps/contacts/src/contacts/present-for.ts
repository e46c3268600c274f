import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import type { ContactRow } from './contact';
import type { ContactDocumentView } from './contact.view';
import { REVEAL_NONE, revealSvcHash } from './svc-hash';

/** Presents contacts for the caller: with the signatures that it may see, which are only made where they are shown. */
export const presentFor = async (
  deps: Pick<Deps, 'secrets'>,
  view: ContactDocumentView,
  context: CallContext,
): Promise<(row: ContactRow) => Contact> => {
  const revealHash = view.shows('svcHash') ? await revealSvcHash(deps, context) : REVEAL_NONE;
  return (row) => {
    const contact = view.present(row);
    const svcHash = revealHash(row);
    return svcHash === undefined ? contact : Object.assign(contact, { svcHash });
  };
};
