import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { at } from '../paths.mjs';

const file = at('deploy/observability/alerts/parley.yaml');
const rules = parse(readFileSync(file, 'utf8')).groups.flatMap((group) => group.rules);

/** Series of requests of which a part has a label for failure: 1,000 a minute, some of them failed. */
const share = (metric, good, bad, failed) => [
  { series: `${metric}{${good}}`, values: `0+${1_000 - failed}x60` },
  { series: `${metric}{${bad}}`, values: `0+${failed}x60` },
];
/** A gauge that stays, here for one service. */
const gauge = (metric, value, labels = 'service="tickets"') => [
  { series: `${metric}{${labels}}`, values: `${value}x60` },
];
/** A histogram of which all requests take less than the bound. */
const faster = (metric, bound) =>
  ['0.1', '1', '5', '+Inf'].map((le) => ({
    series: `${metric}_bucket{le="${le}"}`,
    values: Number(le.replace('+Inf', 'Infinity')) >= bound ? '0+100x60' : '0x60',
  }));
const http = 'http_request_duration_seconds';
const lag = 'realtime_event_lag_seconds';
const calls = 'rpc_client_duration_seconds_count';
const outcome = (name) => `service="gateway",target="tickets",outcome="${name}"`;

/** Each alert: series that raise it after so many minutes, and similar ones that do not. */
const cases = {
  ParleyErrorRate: {
    raised: share(`${http}_count`, 'status="200"', 'status="500"', 11),
    quiet: share(`${http}_count`, 'status="200"', 'status="404"', 500),
  },
  ParleySlowRequests: { raised: faster(http, 5), quiet: faster(http, 1) },
  ParleyBodiesRefused: {
    raised: [{ series: 'http_request_bodies_refused_total{reason="no_room"}', values: '0+1x60' }],
    quiet: [{ series: 'http_request_bodies_refused_total{reason="too_large"}', values: '0+100x60' }],
  },
  ParleyCallsRefused: {
    raised: [{ series: 'gateway_calls_refused_total{reason="too_late"}', values: '0+1x60' }],
    quiet: [{ series: 'gateway_calls_refused_total{reason="too_late"}', values: '7x60' }],
  },
  ParleyCallsFail: {
    raised: share(calls, outcome('OK'), outcome('UNAVAILABLE'), 11),
    quiet: share(calls, outcome('OK'), outcome('NOT_FOUND'), 500),
  },
  ParleyProcessDown: { raised: gauge('up', 0, 'job="parley-tickets"'), quiet: gauge('up', 0, 'job="other"') },
  ParleyPartAway: {
    raised: gauge('part_up', 0, 'service="gateway",part="redis"'),
    quiet: gauge('part_up', 1, 'service="gateway",part="redis"'),
  },
  ParleyOutboxStuck: {
    raised: gauge('event_outbox_age_seconds', 61),
    quiet: gauge('event_outbox_age_seconds', 60),
  },
  ParleyConsumerBehind: {
    raised: gauge('event_consumer_pending', 1_001, 'durable="a"'),
    quiet: gauge('event_consumer_pending', 1_000, 'durable="a"'),
  },
  ParleyDeadLetters: { raised: gauge('event_dead_letters', 1), quiet: gauge('event_dead_letters', 0) },
  ParleySearchBehind: {
    raised: gauge('search_index_lag_seconds', 61),
    quiet: gauge('search_index_lag_seconds', 60),
  },
  ParleySearchSetAside: { raised: gauge('search_set_aside', 1), quiet: gauge('search_set_aside', 0) },
  ParleyJobsLate: { raised: gauge('jobs_lag_seconds', 121), quiet: gauge('jobs_lag_seconds', 120) },
  ParleyJobsSetAside: { raised: gauge('jobs_dead', 1), quiet: gauge('jobs_dead', 0) },
  ParleyMailStuck: {
    raised: gauge('mail_queue_lag_seconds', 301),
    quiet: gauge('mail_queue_lag_seconds', 300),
  },
  ParleyWebhooksLate: {
    raised: gauge('webhook_delivery_lag_seconds', 61, 'service="workspace"'),
    quiet: gauge('webhook_delivery_lag_seconds', 60, 'service="workspace"'),
  },
  ParleyScheduledRepliesLate: {
    raised: gauge('scheduled_reply_lateness_seconds', 31),
    quiet: gauge('scheduled_reply_lateness_seconds', 30),
  },
  ParleyKnowledgeBehind: {
    raised: gauge('knowledge_index_lag_seconds', 121, 'service="knowledge"'),
    quiet: gauge('knowledge_index_lag_seconds', 120, 'service="knowledge"'),
  },
  ParleyKnowledgeGivenUp: {
    raised: [{ series: 'knowledge_given_up{service="knowledge",kind="ticket"}', values: '0+10x60' }],
    quiet: gauge('knowledge_given_up', 500, 'service="knowledge",kind="ticket"'),
  },
  ParleyBackgroundUnknown: { raised: gauge('up', 1), quiet: gauge('event_outbox_age_seconds', 0) },
  ParleyStreamsBehind: {
    raised: gauge('event_consumer_pending', 201, 'durable="s2s-contact-streams"'),
    quiet: [
      ...gauge('event_consumer_pending', 200, 'durable="s2s-project-streams"'),
      ...gauge('event_consumer_pending', 201, 'durable="s2s-contacts"'),
    ],
  },
  ParleyRealtimeLate: { raised: faster(lag, 5), quiet: faster(lag, 1) },
  ParleyRealtimeFull: {
    raised: [{ series: 'realtime_refused_total{instance="a",code="4100"}', values: '0+1x60' }],
    quiet: [{ series: 'realtime_refused_total{instance="a",code="4001"}', values: '0+100x60' }],
  },
  ParleyRealtimeSlowClients: {
    raised: [
      ...gauge('realtime_connections', 500, 'instance="a"'),
      ...gauge('realtime_connections', 400, 'instance="b"'),
      { series: 'realtime_slow_clients_total{instance="a"}', values: '0+2x60' },
    ],
    quiet: [
      ...gauge('realtime_connections', 500, 'instance="a"'),
      ...gauge('realtime_connections', 600, 'instance="b"'),
      { series: 'realtime_slow_clients_total{instance="a"}', values: '0+2x60' },
    ],
  },
  ParleyStatisticsBehind: {
    raised: gauge('event_consumer_pending', 201, 'durable="statistics-tickets"'),
    quiet: [
      ...gauge('event_consumer_pending', 200, 'durable="statistics-emails"'),
      ...gauge('event_consumer_pending', 201, 'durable="tickets-statistics"'),
    ],
  },
  ParleyStatisticsFailing: {
    raised: [{ series: 'event_handler_failures_total{durable="statistics-tickets"}', values: '0+1x60' }],
    quiet: [
      ...gauge('event_handler_failures_total', 5, 'durable="statistics-tickets"'),
      { series: 'event_handler_failures_total{durable="tickets-users"}', values: '0+1x60' },
    ],
  },
  ParleyStatisticsBuildStuck: {
    raised: gauge('statistics_build_age_seconds', 3_601),
    quiet: gauge('statistics_build_age_seconds', 3_600),
  },
  ParleyDatabasePoolExhausted: {
    raised: gauge('database_connections_waiting', 1),
    quiet: [
      { series: 'database_connections_waiting{service="tickets"}', values: '1 1 1 0 '.repeat(15).trim() },
    ],
  },
  ParleyEventLoopBlocked: {
    raised: gauge('nodejs_eventloop_lag_p99_seconds', 0.26),
    quiet: gauge('nodejs_eventloop_lag_p99_seconds', 0.25),
  },
};

const readMinutes = (text) => Number(/^(\d+)m$/.exec(text)?.[1]);
const firing = (alert, eval_time, exp_samples) => ({
  expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
  eval_time,
  exp_samples,
});
/** A file of rule tests in the terms of promtool. */
const testFile = () => ({
  rule_files: [file],
  evaluation_interval: '1m',
  tests: Object.entries(cases).flatMap(([alert, { raised, quiet }]) => {
    // Rates of the first minutes are those of fewer.
    const held = readMinutes(rules.find((rule) => rule.alert === alert).for) + 6;
    return [
      {
        interval: '1m',
        input_series: raised,
        promql_expr_test: [firing(alert, '0m', []), firing(alert, `${held}m`, [{ labels: '{}', value: 1 }])],
      },
      { interval: '1m', input_series: quiet, promql_expr_test: [firing(alert, `${held}m`, [])] },
    ];
  }),
});

const promtool = spawnSync('promtool', ['--version']).status === 0;
const describePromtool = promtool
  ? describe
  : (name, body) => describe.skip(`${name} (no promtool on this machine)`, body);

it('every alert has a case', () => {
  expect(Object.keys(cases)).toEqual(rules.map(({ alert }) => alert));
});

describePromtool('the alert rules', () => {
  it('are raised by what they tell of, at their bound, and by nothing beside it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-alerts-'));
    const tests = join(folder, 'tests.yaml');
    writeFileSync(tests, stringify(testFile()));
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', tests], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect({ status, said: stdout + stderr }).toEqual({
      status: 0,
      said: expect.stringContaining('SUCCESS'),
    });
  });
});
