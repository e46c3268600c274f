export { createApi, isPassing, noteLeaving } from './api';
export {
  idAt,
  askAhead,
  list,
  listQuery,
  look,
  openList,
  openListEarly,
  order,
  type Order,
  PAGE,
  reloadList,
  setOrder,
  type TicketList,
} from './list';
export { drafted, noteDrafted } from './drafted';
export { describeChange, nameState, nameType } from './describe-change';
export {
  type Happening,
  isLive,
  keepFresh,
  onHappening,
  refreshCounts,
  refreshList,
  type Typist,
  typists,
  viewTicket,
} from './live';
export {
  leavingTickets,
  outbox,
  type Outgoing,
  send,
  sendAgain,
  sendLeft,
  setUndoSeconds,
  takeBack,
  undoSeconds,
} from './outbox';
export { hasModel, readModel } from './model';
export { members, myTeams, toName, readPeople, teams } from './people';
export { pathTo, type Place, readPlace, START } from './place';
export { isInView, setRead } from './reading';
export {
  beforeSignOut,
  createProject,
  current,
  readLastSession,
  readSession,
  type Session,
  session,
  signIn,
  signOut,
} from './session';
export { startSession } from './start';
export { language, locale, languages, loadTexts, nameLanguage, say, type TextKey } from './texts';
export { learnMessage, readOlder, readThread, type Thread, findThread, unlearnMessage } from './threads';
export { setTheme, type Theme, theme, themes } from './theme';
export { readStored, writeStored } from './stored';
export { throttle } from './throttle';
export {
  change,
  isChangedHere,
  learn,
  noteChanged,
  readTicket,
  reread,
  findTicket,
  toTitle,
  unlearn,
  update,
} from './tickets';
export { fullTime, now, shortDuration, shortTime } from './times';
export { explain, tellFailure, type Toast, toast, toasts } from './toasts';
export {
  countViews,
  findView,
  isGiven,
  listViews,
  readViews,
  savedViews,
  type TicketView,
  viewCounts,
} from './views';
