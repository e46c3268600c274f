export { Announced } from './announced';
export { Form } from './form';
export { createFrame, type Frame } from './frame';
export { Html } from './html';
export { Launcher } from './launcher';
export { Link, Linked, safeHref } from './links';
export { keepInside, useFillsScreen } from './modal';
export { Picture } from './picture';
export { Rich } from './rich-text';
