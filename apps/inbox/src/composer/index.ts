export { Composer } from './composer';
export { giveBack, insertText } from './drafts';
export { focusComposer } from './focus';
