import { stripPersonalData } from './strip-personal-data';

describe('stripPersonalData', () => {
  it('removes addresses, agents, query strings and error messages, and keeps route and status', () => {
    const span = {
      attributes: {
        'http.route': '/v3/sessions',
        'http.response.status_code': 200,
        'url.query': 'email=ann@example.com',
        'url.full': 'http://host/v3/sessions?email=ann@example.com',
        'client.address': '203.0.113.7',
        'network.peer.address': '203.0.113.7',
        'user_agent.original': 'Firefox',
      },
      events: [
        {
          attributes: {
            'exception.type': 'Error',
            'exception.message': 'ann@example.com',
            'exception.stacktrace': 'ann',
          },
        },
        {},
      ],
      status: { code: 2, message: 'ann@example.com exists' },
    };
    expect(stripPersonalData(span)).toEqual({
      attributes: { 'http.route': '/v3/sessions', 'http.response.status_code': 200 },
      events: [{ attributes: { 'exception.type': 'Error' } }, {}],
      status: { code: 2 },
    });
  });
});
