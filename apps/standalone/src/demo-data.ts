/** People who write to the demo shop. */
export const demoContacts = [
  {
    userId: 'demo-1',
    email: 'lin@customer.example',
    name: 'Lin Park',
    companyId: 'acme',
    companyName: 'Acme Ltd',
    plan: 'pro',
  },
  {
    userId: 'demo-2',
    email: 'noor@customer.example',
    name: 'Noor Haddad',
    companyId: 'acme',
    companyName: 'Acme Ltd',
    plan: 'pro',
  },
  { userId: 'demo-3', email: 'tomas@customer.example', name: 'Tomás Silva', plan: 'free' },
  {
    userId: 'demo-4',
    email: 'ingrid@customer.example',
    name: 'Ingrid Olsen',
    companyId: 'fjord',
    companyName: 'Fjord AS',
    plan: 'free',
  },
];

/** Who says what; a note is seen by the team only. */
interface Line {
  from: 'contact' | 'agent' | 'note';
  text: string;
}

/** Their conversations. */
export const demoConversations: {
  userId: string;
  ticket: { title: string; type: string; priority?: string; status?: string; tags?: string[] };
  exchange: Line[];
}[] = [
  {
    userId: 'demo-1',
    ticket: { title: 'Invoice for October is missing', type: 'INQUIRY', tags: ['billing'] },
    exchange: [
      { from: 'contact', text: 'Hello, I cannot find the invoice for October in my account.' },
      {
        from: 'agent',
        text: 'Thanks for writing. The invoice is being generated, you will have it within the hour.',
      },
      { from: 'note', text: 'The billing job was late today, see the status page.' },
    ],
  },
  {
    userId: 'demo-2',
    ticket: { title: 'Export fails with an error', type: 'BUG', priority: 'HIGH', tags: ['export'] },
    exchange: [{ from: 'contact', text: 'The export of our orders stops at 80 % and shows an error.' }],
  },
  {
    userId: 'demo-3',
    ticket: { title: 'Dark mode', type: 'FEATURE_REQUEST' },
    exchange: [{ from: 'contact', text: 'It would be great to have a dark theme.' }],
  },
  {
    userId: 'demo-4',
    ticket: { title: 'Delivery address', type: 'INQUIRY', status: 'INPROGRESS' },
    exchange: [
      { from: 'contact', text: 'How do I change the delivery address of an order?' },
      { from: 'agent', text: 'Until it ships you can change it under Orders, Details.' },
    ],
  },
];
