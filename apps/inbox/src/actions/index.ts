export { Actions } from './actions';
export { listAssignees } from './assignees';
export { type ActionMenu, openMenu } from './menu';
export { assignTo, close, reopen, run, setUnread, snooze } from './changes';
export { snoozeTimes } from './snooze-times';
export { TimePicker } from './time-picker';
