export { Avatar } from './avatar';
export { Html } from './html';
export { Link, Linked, safeHref } from './links';
export { Picture } from './picture';
export { Rich, type RichNode } from './rich-text';
export type { Say } from './say';
