export { deleteDraftsOf } from './message-draft.store';
export { deleteMessageDraft, getMessageDraft, listDraftedTickets, putMessageDraft } from './message-drafts';
