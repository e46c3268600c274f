import { eventually } from '@parley/testing';
import { createMetrics, mergeMetrics } from './metrics';

const listSeries = (page: string): string[] =>
  page.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

describe('createMetrics', () => {
  it('reports event-loop delay and memory of the process, each series with its service', async () => {
    const page = await createMetrics({ service: 'tickets' }).text();
    expect(page).toMatch(/^nodejs_eventloop_lag_p99_seconds\{.*service="tickets".*\} /m);
    expect(page).toMatch(/^process_resident_memory_bytes\{service="tickets"\} \d+/m);
    const series = listSeries(page);
    expect(series.filter((line) => !line.includes('service="tickets"'))).toEqual([]);
  });

  it('tells how late the event loop is, without the time between two looks, and the longest delay of an idle one', async () => {
    const metrics = createMetrics({ service: 'tickets' });
    const readLag = async (what: string): Promise<number> => {
      const line = listSeries(await metrics.text()).find((one) =>
        one.startsWith(`nodejs_eventloop_lag_${what}_seconds`),
      );
      return Number(line?.split(' ')[1]);
    };
    const block = (milliseconds: number): void => {
      for (const end = performance.now() + milliseconds; performance.now() < end;);
    };
    const rest = (milliseconds: number): Promise<void> =>
      new Promise((resolve) => setTimeout(resolve, milliseconds));
    await eventually(async () => expect(await readLag('min')).toBeLessThan(0.05));
    // An idle loop is looked at once in 2.5 s.
    block(3_000);
    await rest(10);
    const longest = await readLag('max');
    expect(longest).toBeGreaterThan(0.2);
    expect(await readLag('p99')).toBeCloseTo(longest, 1);
  });

  it('reports only what is declared when the process is reported elsewhere', async () => {
    const metrics = createMetrics({ service: 'tickets', processMetrics: false });
    const calls = metrics.counter({ name: 'rpc_calls_total', help: 'Calls.', labels: ['method'] });
    calls.inc({ method: 'GetTicket' });
    calls.inc({ method: 'GetTicket' }, 2);
    metrics.gauge({ name: 'queue_size', help: 'Waiting jobs.', read: () => Promise.resolve(7) });
    expect(listSeries(await metrics.text())).toEqual([
      'rpc_calls_total{method="GetTicket",service="tickets"} 3',
      'queue_size{service="tickets"} 7',
    ]);
  });

  it('reads one value per series, and forgets series that are gone', async () => {
    const metrics = createMetrics({ service: 'tickets', processMetrics: false });
    let states = ['busy', 'idle'];
    const read = (): { labels: { state: string }; value: number }[] =>
      states.map((state) => ({ labels: { state }, value: 2 }));
    metrics.gauge({ name: 'connections', help: 'Connections.', labels: ['state'], read });
    const series = (state: string): string => `connections{state="${state}",service="tickets"} 2`;
    expect(listSeries(await metrics.text())).toEqual([series('busy'), series('idle')]);
    states = ['idle'];
    expect(listSeries(await metrics.text())).toEqual([series('idle')]);
  });

  it('answers without a gauge that cannot be read', async () => {
    const metrics = createMetrics({ service: 'tickets', processMetrics: false });
    let away = false;
    const read = (): Promise<number> => (away ? Promise.reject(new Error('gone')) : Promise.resolve(7));
    metrics.gauge({ name: 'outbox_age', help: 'Age.', read });
    metrics.gauge({ name: 'queue_size', help: 'Jobs.' }).set(4);
    const page = mergeMetrics([metrics]);
    expect(listSeries(await page.text())).toHaveLength(2);
    away = true;
    expect(listSeries(await metrics.text())).toEqual(['queue_size{service="tickets"} 4']);
    expect(listSeries(await page.text())).toEqual(['queue_size{service="tickets"} 4']);
    away = false;
    expect(listSeries(await page.text())).toContain('outbox_age{service="tickets"} 7');
  });

  it('counts durations into buckets from 1 ms to 10 s', async () => {
    const metrics = createMetrics({ service: 'gateway', processMetrics: false });
    const durations = metrics.histogram({ name: 'http_seconds', help: 'Answers.', labels: ['route'] });
    durations.observe({ route: '/tickets' }, 0.0004);
    durations.observe({ route: '/tickets' }, 3);
    const bounds = [...(await metrics.text()).matchAll(/le="([^"]+)".*?\} (\d+)/g)].map(([, le, count]) => [
      le,
      count,
    ]);
    expect(bounds.at(0)).toEqual(['0.001', '1']);
    expect(bounds.at(-2)).toEqual(['10', '2']);
    expect(bounds).toContainEqual(['2.5', '1']);
  });

  it('refuses a second metric of the same name', () => {
    const metrics = createMetrics({ service: 'gateway', processMetrics: false });
    metrics.counter({ name: 'same_total', help: 'One.' });
    expect(() => metrics.counter({ name: 'same_total', help: 'Two.' })).toThrow(/same_total/);
  });
});

describe('mergeMetrics', () => {
  it('gives one page in which a name that 2 services share is one family with 2 series', async () => {
    const services = ['contacts', 'tickets'].map((service) => {
      const metrics = createMetrics({ service, processMetrics: false });
      metrics.counter({ name: 'rpc_calls_total', help: 'Calls.' }).inc(service === 'tickets' ? 2 : 1);
      return metrics;
    });
    services[1]?.gauge({ name: 'queue_size', help: 'Jobs.' }).set(4);
    const page = mergeMetrics(services);
    expect(await page.text()).toBe(
      [
        '# HELP rpc_calls_total Calls.',
        '# TYPE rpc_calls_total counter',
        'rpc_calls_total{service="contacts"} 1',
        'rpc_calls_total{service="tickets"} 2',
        '',
        '# HELP queue_size Jobs.',
        '# TYPE queue_size gauge',
        'queue_size{service="tickets"} 4',
        '',
      ].join('\n'),
    );
    expect(page.contentType).toBe('text/plain; version=0.0.4; charset=utf-8');
  });

  it('merges process metrics of 2 services without a repeated header', async () => {
    const page = await mergeMetrics([
      createMetrics({ service: 'a' }),
      createMetrics({ service: 'b' }),
    ]).text();
    const headers = page.split('\n').filter((line) => line.startsWith('# TYPE'));
    expect(new Set(headers).size).toBe(headers.length);
    expect(page).toMatch(/^process_resident_memory_bytes\{service="b"\}/m);
  });
});
