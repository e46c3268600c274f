import { cutToSize } from './cut-to-size';

const MAX = 32_768;
const countBytes = (data: object): number => Buffer.byteLength(JSON.stringify(data));

describe('cutToSize', () => {
  it('leaves data of 32,768 bytes as they are', () => {
    const spare = countBytes({ text: '' });
    const data = { text: 'x'.repeat(MAX - spare) };
    expect(countBytes(data)).toBe(MAX);
    expect(cutToSize('message.created', data)).toBe(data);
  });

  it('leaves out the texts of a message in larger ones, keeps the ids and says so', () => {
    const message = {
      id: 'm',
      conversation: 'c',
      author: { type: 'agent', name: 'Grace' },
      plainText: 'é'.repeat(20_000),
      markdown: 'x',
      content: { type: 'doc' },
      attachments: [],
    };
    expect(cutToSize('message.created', { conversationId: 'c', unreadCount: 1, message })).toEqual({
      conversationId: 'c',
      unreadCount: 1,
      message: { id: 'm', conversation: 'c', author: { type: 'agent', name: 'Grace' } },
      truncated: true,
    });
  });

  it('leaves out the fields of a ticket or conversation, and those of a message that stays too large', () => {
    const ticket = { id: 't', _id: 't', title: 'x', customData: { text: 'x'.repeat(MAX) } };
    expect(cutToSize('ticket.updated', { ticketId: 't', ticket, changed: ['customData'] })).toEqual({
      ticketId: 't',
      ticket: { id: 't', _id: 't' },
      changed: ['customData'],
      truncated: true,
    });
    const message = { id: 'm', author: { name: 'x'.repeat(MAX) } };
    expect(cutToSize('message.created', { conversationId: 'c', message })).toEqual({
      conversationId: 'c',
      message: { id: 'm' },
      truncated: true,
    });
  });
});
