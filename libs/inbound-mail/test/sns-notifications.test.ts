import { readEmail } from '../src';

const MESSAGE_ID = 'reply.0123456789abcdef01234567@parley.localhost';
const REPLY_ADDRESS = `reply+${'0123456789ab'.repeat(2)}.${'abcdef012345'.repeat(2)}@parley.localhost`;

const from = { From: 'Bounces <no-reply@sns.amazonaws.com>', Subject: 'AWS Notification Message' };

const read = async (text: string, headers: Record<string, string> = from) => {
  const head = Object.entries({ To: 'support@parley.localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return (await readEmail(Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`))).report;
};

describe('A notification of Amazon SNS', () => {
  const bounced = {
    notificationType: 'Bounce',
    bounce: {
      bounceType: 'Permanent',
      bouncedRecipients: [
        { emailAddress: 'mia@customer.example', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 unknown' },
        { emailAddress: 'bob@customer.example' },
      ],
    },
    mail: {
      headers: [
        { name: 'Message-ID', value: `<${MESSAGE_ID}>` },
        { name: 'Reply-To', value: REPLY_ADDRESS },
      ],
    },
  };
  const readJson = (json: unknown, headers?: Record<string, string>) =>
    read(
      `${JSON.stringify(json)}

--
If you wish to stop`,
      headers,
    );

  it('is a report, as it is and within another, also with broken lines', async () => {
    const expected = {
      recipients: [
        {
          address: 'mia@customer.example',
          action: 'failed',
          status: '5.1.1',
          diagnostic: '550 5.1.1 unknown',
        },
        { address: 'bob@customer.example', action: 'failed', status: '5.0.0', diagnostic: undefined },
      ],
      messageIds: [MESSAGE_ID],
      replyAddress: REPLY_ADDRESS,
    };
    expect(await readJson(bounced)).toEqual(expected);
    expect(await readJson({ Type: 'Notification', Message: JSON.stringify(bounced) })).toEqual(expected);
    const broken = JSON.stringify(bounced, undefined, 1).replace('Message-ID', 'Mess!\r\n age-ID');
    expect(await read(broken)).toEqual(expected);
  });

  it('says that a mail is delayed or delivered', async () => {
    const delay = { delayedRecipients: [{ emailAddress: 'mia@customer.example', status: '4.4.1' }] };
    expect(await readJson({ eventType: 'DeliveryDelay', deliveryDelay: delay })).toMatchObject({
      recipients: [{ action: 'delayed', status: '4.4.1' }],
    });
    const delivery = { recipients: ['mia@customer.example'] };
    expect(await readJson({ notificationType: 'Delivery', delivery })).toMatchObject({
      recipients: [{ address: 'mia@customer.example', action: 'delivered' }],
    });
  });

  it('is none about spam, from others, and without sense', async () => {
    const complaint = { complainedRecipients: [{ emailAddress: 'mia@customer.example' }] };
    expect(await readJson({ notificationType: 'Complaint', complaint })).toBeUndefined();
    expect(await readJson(bounced, { ...from, From: 'mia@customer.example' })).toBeUndefined();
    for (const odd of [[], { notificationType: 'Bounce' }, { notificationType: 'Bounce', bounce: [1] }])
      expect(await readJson(odd)).toBeUndefined();
  });
});
