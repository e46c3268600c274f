export { type Draft, draftTicket } from './draft';
