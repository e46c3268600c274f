export { Announced } from './announced';
export { Form } from './form';
export { createFrame, type Frame } from './frame';
export { Launcher } from './launcher';
export { keepInside, useFillsScreen } from './modal';
// Here they belong to the first file: an item that shows needs no further request.
export { Avatar, Html, Link, Linked, Picture, Rich, safeHref } from '@parley/ui';
