import { conflict, unauthenticated } from '@parley/errors';
import { createContext, runInContext } from 'node:vm';
import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';

const INVITATION = '0000000000000000000000f2';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.calls.splice(0);
  gateway.answers['login'] = () => ({ token: gateway.tokens.admin });
  gateway.answers['answerInvitation'] = () => ({ answered: true });
});

const page = (path = `/invitations/${INVITATION}`): Promise<Response> => fetch(`${gateway.url}${path}`);

/** Runs the page's script against the little of a browser that it touches, and presses one of its buttons. */
const press = async (value: 'accept' | 'decline'): Promise<{ text: string; hidden: boolean }> => {
  const address = `${gateway.url}/invitations/${INVITATION}`;
  const form = { hidden: false, submit: (_event: object): Promise<void> => Promise.resolve() };
  const status = { textContent: '' };
  const element = {
    addEventListener: (_type: string, listener: (typeof form)['submit']) => (form.submit = listener),
  };
  const browser = {
    document: {
      querySelector: (selector: string) => (selector === 'form' ? Object.assign(form, element) : status),
    },
    location: new URL(address),
    FormData: class {
      *[Symbol.iterator]() {
        yield* Object.entries({ email: 'grace@example.com', password: 'correct horse' });
      }
    },
    fetch: (path: string, init: RequestInit) => fetch(new URL(path, address), init),
  };
  runInContext(await (await page('/invitations/page.js')).text(), createContext(browser));
  await form.submit({ preventDefault: () => undefined, submitter: { value } });
  return { text: status.textContent, hidden: form.hidden };
};

describe('the page behind an invitation’s link', () => {
  it('loads its own script and style and lets no others in', async () => {
    const response = await page();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("form-action 'none'");
    const files = [...(await response.text()).matchAll(/(?:src|href)="(page\.\w+)"/g)].map(
      ([, file]) => file,
    );
    expect(files.sort()).toEqual(['page.css', 'page.js']);
    for (const file of files) expect((await page(`/invitations/${file}`)).status).toBe(200);
  });

  it.each(['/invitations', '/invitations/x', `/invitations/${INVITATION}/`, `/invitations/${INVITATION}/x`])(
    'is not at %s',
    async (path) => {
      expect((await page(path)).status).toBe(404);
    },
  );

  it.each([
    ['accept', true, 'Welcome: you are a member now.'],
    ['decline', false, 'You declined the invitation.'],
  ] as const)('logs in and answers the invitation: %s', async (button, accept, text) => {
    expect(await press(button)).toEqual({ text, hidden: true });
    expect(operationCalls(gateway.calls).map(({ rpc, request }) => [rpc, request])).toMatchObject([
      ['login', { email: 'grace@example.com', password: 'correct horse' }],
      ['answerInvitation', { invitationId: INVITATION, accept }],
    ]);
  });

  it('shows why the login or the answer was refused, and keeps the form', async () => {
    gateway.answers['answerInvitation'] = () => {
      throw conflict('INVITATION_EMAIL_MISMATCH', 'This invitation was sent to another address.');
    };
    expect(await press('accept')).toEqual({
      text: 'This invitation was sent to another address.',
      hidden: false,
    });
    gateway.answers['login'] = () => {
      throw unauthenticated('INVALID_CREDENTIALS', 'The e-mail address or the password is wrong.');
    };
    expect((await press('accept')).text).toBe('The e-mail address or the password is wrong.');
  });
});
