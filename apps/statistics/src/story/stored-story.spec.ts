import { absorb, emptyStory, type Piece } from './stored-story';

const ticketId = '01a205b1e8b40000a8641001';
const pieces: Piece[] = [
  { ticketId, updatedAt: '2026-03-01T10:00:00.000Z' },
  { ticketId, updatedAt: '2026-03-03T10:00:00.000Z' },
  { ticketId },
  { ticketId, updatedAt: '2026-03-02T10:00:00.000Z' },
];

it.each([[pieces], [[...pieces].reverse()], [[...pieces, ...pieces]]])(
  'a ticket changed last when the latest piece says, whatever order they come in (%#)',
  (told) => {
    expect(told.reduce(absorb, emptyStory()).updatedAt).toBe('2026-03-03T10:00:00.000Z');
  },
);
