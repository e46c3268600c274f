import type { Tool } from '../tool';
import { readBoards } from './boards';
import { findContacts, readContact, readMemory, writeMemory } from './contacts';
import { getFigures } from './figures';
import { askKnowledge, proposeArticle, readArticle, searchKnowledge } from './knowledge';
import { listPeople } from './people';
import { findSimilarTickets, findTickets, readTicket } from './read-tickets';
import { addNote, assign, close, merge, reply, snooze, tag } from './write-tickets';

/** Every tool, in the order in which a model reads them. */
export const tools: readonly Tool[] = [
  findTickets,
  readTicket,
  findSimilarTickets,
  reply,
  addNote,
  assign,
  tag,
  snooze,
  close,
  merge,
  findContacts,
  readContact,
  readMemory,
  writeMemory,
  searchKnowledge,
  askKnowledge,
  readArticle,
  proposeArticle,
  getFigures,
  readBoards,
  listPeople,
];
