export { Commands } from './commands';
export { type Command, overlay, registerCommands, showOverlay } from './registry';
