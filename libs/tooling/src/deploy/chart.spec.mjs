import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { at } from '../paths.mjs';
import { services } from '../services.mjs';
import { listCalls, databaseSetting, ownSettings, platformSettings, listSettings } from './apps.mjs';
import { describeHelm, lint, render } from './helm.mjs';
import { readComponent, documents, ofKind, readPod, renderDocuments, findValuesFile } from './manifests.mjs';

const examples = readdirSync(at('deploy/examples'));
const schema = JSON.parse(readFileSync(at('deploy/charts/parley/values.schema.json'), 'utf8'));

/** Seconds that a process takes at most to stop, after the delay. */
const STOP_SECONDS = 10;

/** Settings of apps that no values name: the chart knows where an app listens and what it mounts. */
const SET_BY_CHART = [
  ...['HOST', 'PORT', 'REALTIME_HOST', 'REALTIME_PORT', 'MAIL_HOST', 'MAIL_PORT'],
  ...['MAIL_TLS_CERT', 'MAIL_TLS_KEY'],
];

const sorted = (names) => [...new Set(names)].sort();
const listEnvironment = (workload) => readPod(workload).containers[0].env.map(({ name }) => name);

/** Names that the schema lets a component's env take, beside those of the platform. */
const listSettable = (component) => {
  const { propertyNames } = schema.properties.components.properties[component].allOf[1].properties.env;
  return (propertyNames.anyOf ?? []).flatMap(({ enum: names }) => names ?? []);
};

describeHelm('the examples', () => {
  // Keys that the chart makes differ each time; alerts and dashboards are recorded where they are kept.
  const scrub = (text) =>
    text
      .split(/^(?=---\n)/m)
      .filter((document) => !document.includes('# Source: parley/templates/monitoring.yaml'))
      .join('')
      .replace(/^( {2}[A-Z][A-Z0-9_]*): [A-Za-z0-9+/]{16,}=*$/gm, '$1: <made by the chart>');

  it.each(examples)('%s: passes helm lint and renders as recorded (UPDATE_GOLDEN=1 records)', (example) => {
    expect(lint(findValuesFile(example))).toBeUndefined();
    const { text, error } = render([findValuesFile(example)]);
    expect(error).toBeUndefined();
    const golden = at('deploy/examples', example, 'rendered.yaml');
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden, scrub(text));
    expect(existsSync(golden) && readFileSync(golden, 'utf8')).toBe(scrub(text));
  });

  it('of one team release one component and nothing of the others', () => {
    const all = renderDocuments('one-team');
    expect(sorted(all.map(readComponent))).toEqual(['default-deny', 'tickets', 'tickets-migrate']);
    const [tickets] = ofKind(all, 'Deployment');
    const { env } = readPod(tickets).containers[0];
    expect(env).toContainEqual({ name: 'WORKSPACE_URL', value: 'dns:///parley-workspace.support:50051' });
    expect(listEnvironment(tickets)).not.toContain('DATABASE_URL');
    expect(listEnvironment(tickets)).toContain('TICKETS_DATABASE_URL');
  });
});

describeHelm('settings in the chart', () => {
  it('exist in the config table of the app that gets them', async () => {
    for (const example of examples) {
      for (const deployment of ofKind(renderDocuments(example), 'Deployment').filter((one) =>
        services.includes(readComponent(one)),
      )) {
        const known = await listSettings(readComponent(deployment));
        expect(listEnvironment(deployment).filter((name) => !known.includes(name))).toEqual([]);
      }
    }
  });

  it('are all that the apps have: set by the chart, or settable', async () => {
    const rendered = ['trial', 'production'].flatMap((example) =>
      ofKind(renderDocuments(example), 'Deployment').flatMap(listEnvironment),
    );
    const [plain, secret] = schema.definitions.secretSetting.anyOf;
    expect(plain).toEqual({ $ref: '#/definitions/platformSetting' });
    const settable = [
      ...schema.definitions.platformSetting.enum,
      ...secret.enum,
      ...services.flatMap(listSettable),
      ...(await Promise.all(services.map(databaseSetting))),
    ];
    const all = (await Promise.all(services.map(listSettings))).flat();
    expect(sorted([...rendered, ...settable])).toEqual(sorted(all));
  });

  it('name the database of each app, one of its own too', async () => {
    const [, , { pattern }] = schema.definitions.secretSetting.anyOf;
    for (const app of services) expect(await databaseSetting(app)).toMatch(new RegExp(pattern));
  });

  it('of one app are settable there and nowhere else', async () => {
    for (const app of services) {
      expect([app, sorted(listSettable(app))]).toEqual([
        app,
        sorted(
          (await ownSettings(app)).map(({ name }) => name).filter((name) => !SET_BY_CHART.includes(name)),
        ),
      ]);
    }
  });

  it('that are secrets come from Secrets only', async () => {
    const secrets = (await platformSettings()).filter(({ secret }) => secret).map(({ name }) => name);
    expect(sorted(schema.definitions.secretSetting.anyOf[1].enum)).toEqual(sorted(secrets));
    const { error } = render([findValuesFile('trial')], ['--set', 'env.DATABASE_URL=postgres://a:b@c/d']);
    expect(error).toContain('DATABASE_URL');
  });

  it('are written as the values say, large numbers too', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-chart-'));
    const values = join(folder, 'values.yaml');
    writeFileSync(
      values,
      'components: { gateway: { env: { RATE_LIMIT_PER_MINUTE: 1000000, MAIL_FROM: "1e3" } } }',
    );
    const { text } = render([findValuesFile('trial'), values]);
    rmSync(folder, { recursive: true });
    const gateway = ofKind(documents(text), 'Deployment').find((one) => readComponent(one) === 'gateway');
    expect(readPod(gateway).containers[0].env).toEqual(
      expect.arrayContaining([
        { name: 'RATE_LIMIT_PER_MINUTE', value: '1000000' },
        { name: 'MAIL_FROM', value: '1e3' },
      ]),
    );
  });

  it.each([
    ['a setting that does not exist', 'env.LOG_LEVLE=debug', 'LOG_LEVLE'],
    ['a setting of another component', 'components.gateway.env.SCHEDULED_REPLY_DELAY_SECONDS=5', 'SCHEDULED'],
    ['an unknown key', 'components.tickets.replica=3', 'replica'],
    ['an unknown key at the top', 'gatway.replicas=3', 'gatway'],
    ['a public address with a path', 'publicUrl=https://example.com/support', 'publicUrl'],
  ])('refuse %s', (_what, flag, message) => {
    const { error } = render([findValuesFile('trial')], ['--set', flag]);
    expect(error).toContain(message);
  });

  it.each([
    [[], 'no database'],
    [['secretEnv.DATABASE_URL.secret=a', 'secretEnv.DATABASE_URL.key=b'], 'no event bus'],
    [
      ['secretEnv.DATABASE_URL.secret=a', 'secretEnv.DATABASE_URL.key=b'].concat([
        'secretEnv.NATS_URL.secret=a',
        'secretEnv.NATS_URL.key=b',
      ]),
      'no mail would leave',
    ],
    [['trialEngines.enabled=true'], 'publicUrl is empty'],
    [
      ['trialEngines.enabled=true', 'publicUrl=http://a', 'components.contacts.enabled=false'],
      'components.contacts.target',
    ],
    [['trialEngines.enabled=true', 'publicUrl=http://a', 'components.tickets.calls={chat}'], 'calls chat'],
  ])('that are missing stop the installation: %j', (flags, message) => {
    const { error } = render(
      [],
      [...flags, 'components.gateway.enabled=false'].flatMap((flag) => ['--set', flag]),
    );
    expect(error).toContain(message);
  });

  it('that several gateways need are demanded, one is content without', () => {
    const elsewhere = services
      .filter((name) => name !== 'gateway')
      .flatMap((name) => [
        `components.${name}.enabled=false`,
        `components.${name}.target=dns:///${name}:50051`,
      ]);
    const database = [
      'secretEnv.DATABASE_URL.secret=a',
      'secretEnv.DATABASE_URL.key=b',
      'publicUrl=http://a',
    ];
    const renderError = (...flags) =>
      render(
        [],
        [...elsewhere, ...database, ...flags].flatMap((flag) => ['--set', flag]),
      ).error;
    expect(renderError()).toContain('several replicas need one place for files');
    expect(renderError('env.S3_BUCKET=files')).toContain('several gateways need Redis');
    expect(renderError('components.gateway.replicas=1')).toBeUndefined();
  });
});

describeHelm('the components', () => {
  it('are the apps of the workspace, and each calls what its code calls', () => {
    const deployments = ofKind(renderDocuments('trial'), 'Deployment');
    expect(sorted(deployments.map(readComponent))).toEqual(sorted(services));
    const calls = Object.fromEntries(
      deployments.map((deployment) => [
        readComponent(deployment),
        sorted(
          listEnvironment(deployment)
            .map((name) => /^([A-Z0-9]+)_URL$/.exec(name)?.[1].toLowerCase())
            .filter((name) => services.includes(name)),
        ),
      ]),
    );
    expect(calls).toEqual(Object.fromEntries(services.map((app) => [app, sorted(listCalls(app))])));
  });

  it('take a new one of one line', () => {
    const flags = ['components.chat.calls={contacts}', 'components.chat.calledBy={gateway}'];
    const all = renderDocuments(
      'trial',
      flags.flatMap((flag) => ['--set', flag]),
    );
    const kinds = all.filter((document) => readComponent(document) === 'chat').map(({ kind }) => kind);
    expect(sorted(kinds)).toEqual(['Deployment', 'NetworkPolicy', 'Service', 'ServiceAccount']);
    const gateway = ofKind(all, 'Deployment').find((one) => readComponent(one) === 'gateway');
    expect(listEnvironment(gateway)).toContain('CHAT_URL');
  });

  it.each(['trial', 'production'])('run without rights they do not need (%s)', (example) => {
    const workloads = renderDocuments(example).filter(({ spec }) => spec?.template?.spec);
    expect(workloads.length).toBeGreaterThan(5);
    for (const workload of workloads) {
      const pod = readPod(workload);
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.enableServiceLinks).toBe(false);
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      for (const container of [...(pod.initContainers ?? []), ...pod.containers]) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
  });

  it('are probed on /healthz, /startupz and by gRPC health, drain, spread, and ask for what they use', () => {
    const all = renderDocuments('production');
    for (const deployment of ofKind(all, 'Deployment')) {
      const pod = readPod(deployment);
      const [container] = pod.containers;
      expect(container.startupProbe.httpGet.path).toBe('/healthz');
      expect(container.livenessProbe.httpGet.path).toBe('/healthz');
      expect(container.readinessProbe).toMatchObject(
        readComponent(deployment) === 'gateway'
          ? { httpGet: { path: '/startupz' } }
          : { grpc: { port: 50051 } },
      );
      const delay = readComponent(deployment) === 'realtime' ? 30 : 5;
      expect(container.env).toContainEqual({ name: 'SHUTDOWN_DELAY_SECONDS', value: String(delay) });
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(delay + STOP_SECONDS);
      expect(container.resources.requests).toMatchObject({
        cpu: expect.any(String),
        memory: expect.any(String),
      });
      expect(pod.topologySpreadConstraints).toHaveLength(2);
      expect(deployment.spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
      // The autoscaler owns the number.
      expect(deployment.spec.replicas).toBeUndefined();
    }
    for (const kind of [
      'HorizontalPodAutoscaler',
      'PodDisruptionBudget',
      'ServiceMonitor',
      'ServiceAccount',
    ]) {
      expect([kind, sorted(ofKind(all, kind).map(readComponent))]).toEqual([kind, sorted(services)]);
    }
  });

  it('wait for the engines of a trial, which start beside them, and for no others', () => {
    const all = renderDocuments('trial');
    const trial = ofKind(all, 'Service').filter((one) => readComponent(one).startsWith('trial-'));
    const addresses = trial.map(({ metadata, spec }) => `${metadata.name}:${spec.ports[0].port}`);
    expect(addresses).toHaveLength(6);
    for (const deployment of ofKind(all, 'Deployment')) {
      const [waiting, ...others] = readPod(deployment).initContainers;
      expect(others).toEqual([]);
      expect(sorted(waiting.command.slice(3))).toEqual(sorted(addresses));
    }
    for (const deployment of ofKind(renderDocuments('production'), 'Deployment'))
      expect(readPod(deployment).initContainers).toBeUndefined();
  });

  it('are reached by name at every replica, the gateway, WebSockets and SMTP at one address', () => {
    for (const { metadata, spec } of ofKind(renderDocuments('production'), 'Service')) {
      const balanced = ['parley-gateway', 'parley-realtime-socket', 'parley-mail-smtp'];
      const isBalanced = balanced.includes(metadata.name);
      expect([metadata.name, spec.clusterIP]).toEqual([metadata.name, isBalanced ? undefined : 'None']);
    }
  });

  it('are migrated before an upgrade, by pods that no Service selects', () => {
    const all = renderDocuments('production');
    const jobs = ofKind(all, 'Job');
    expect(sorted(jobs.map(readComponent))).toEqual(sorted(services.map((name) => `${name}-migrate`)));
    for (const job of jobs) {
      expect(job.metadata.annotations['helm.sh/hook']).toBe('pre-upgrade');
      expect(readPod(job).containers[0].args).toEqual(['migrate']);
      // Nothing that a release brings is there yet.
      expect(readPod(job).serviceAccountName).toBeUndefined();
      const labels = job.spec.template.metadata.labels;
      for (const { spec } of ofKind(all, 'Service')) {
        expect(Object.entries(spec.selector).every(([name, value]) => labels[name] === value)).toBe(false);
      }
    }
  });
});

describeHelm('who reaches whom', () => {
  const listCallers = (policy, port) =>
    policy.spec.ingress
      .filter(({ ports }) => ports.some((one) => one.port === port))
      .flatMap(({ from }) => from ?? ['everyone'])
      .map((peer) => peer.podSelector?.matchLabels?.['app.kubernetes.io/component'] ?? peer);

  it('from outside the gateway, WebSockets and SMTP alone, and a service only its callers', () => {
    const policies = ofKind(renderDocuments('trial'), 'NetworkPolicy');
    for (const app of services) {
      const policy = policies.find((one) => readComponent(one) === app);
      if (app === 'gateway') expect(listCallers(policy, 'http')).toContain('everyone');
      else {
        expect([app, sorted(listCallers(policy, 'grpc'))]).toEqual([
          app,
          sorted(services.filter((caller) => listCalls(caller).includes(app))),
        ]);
      }
    }
    const others = policies.filter((one) => readComponent(one) !== 'gateway');
    const open = others.flatMap(({ spec }) => spec.ingress ?? []).filter(({ from }) => !from);
    expect(sorted(open.flatMap(({ ports }) => ports.map(({ port }) => port)))).toEqual(['smtp', 'socket']);
    const policyOf = (app) => policies.find((one) => readComponent(one) === app);
    expect(listCallers(policyOf('realtime'), 'socket')).toEqual(['everyone']);
    expect(listCallers(policyOf('mail'), 'smtp')).toEqual(['everyone']);
  });

  it('nobody who no policy names', () => {
    const deny = ofKind(renderDocuments('production'), 'NetworkPolicy').find(
      (one) => readComponent(one) === 'default-deny',
    );
    expect(deny.spec).toEqual({
      podSelector: {
        matchLabels: { 'app.kubernetes.io/name': 'parley', 'app.kubernetes.io/instance': 'parley' },
      },
      policyTypes: ['Ingress'],
    });
  });

  it('at the domains of help centers the gateway alone, each with its certificate', () => {
    const domains = ['host=help.shop.example', 'tlsSecret=help-shop'].map(
      (value) => `ingress.domains[0].${value}`,
    );
    const [ingress, sockets] = ofKind(
      renderDocuments(
        'production',
        [...domains, 'ingress.domains[1].host=faq.example'].flatMap((value) => ['--set', value]),
      ),
      'Ingress',
    );
    const own = ingress.spec.rules[0].host;
    expect(ingress.spec.tls.map(({ hosts, secretName }) => [...hosts, secretName])).toContainEqual([
      'help.shop.example',
      'help-shop',
    ]);
    expect(ingress.spec.rules.map(({ host }) => host)).toEqual([own, 'help.shop.example', 'faq.example']);
    expect(ingress.spec.rules[1].http.paths).toEqual([
      {
        path: '/',
        pathType: 'Prefix',
        backend: { service: { name: 'parley-gateway', port: { name: 'http' } } },
      },
    ]);
    expect(sockets.spec.rules.map(({ host }) => host)).toEqual([own]);
  });

  it('by an Ingress or an HTTPRoute, health, metrics and the demo excepted', () => {
    const [ingress] = ofKind(renderDocuments('production'), 'Ingress');
    const paths = ingress.spec.rules[0].http.paths.map(({ path }) => path);
    const route = ['httpRoute.enabled=true', 'httpRoute.parentRefs[0].name=public', 'ingress.enabled=false'];
    const all = renderDocuments(
      'production',
      route.flatMap((flag) => ['--set', flag]),
    );
    const [{ spec }] = ofKind(all, 'HTTPRoute');
    expect(ofKind(all, 'Ingress')).toEqual([]);
    expect(spec.rules[0].matches.map(({ path }) => path.value)).toEqual(paths);
    const inside = ['/metrics', '/healthz', '/readyz', '/startupz', '/demo', '/start.css'];
    for (const path of ['/', ...inside]) expect(paths).not.toContain(path);
    const server = readFileSync(at('apps/gateway/src/edge/server.ts'), 'utf8');
    const roots = [...server.matchAll(/app\.(?:use|get)\('(\/[^'/]+)/g)].map(([, path]) => path);
    // Routers that stand at the root name theirs in their own files, as the API and the help centers do.
    for (const [, name] of server.matchAll(/app\.use\((create\w+)\(/g)) {
      const [, file] = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '\\.(/[^']+)'`).exec(server);
      const source = ['.ts', '.tsx'].map((end) => at(`apps/gateway/src/edge${file}${end}`)).find(existsSync);
      const own = readFileSync(source, 'utf8').matchAll(/router\.\w+\('(\/[^'/]+)/g);
      roots.push(...new Set([...own].map(([, path]) => path)));
    }
    expect(sorted([...roots, '/v3', '/admin', '/help'])).toEqual(sorted([...paths, ...inside]));
  });
});

describeHelm('secrets', () => {
  it('of the release are made when none are named, and kept', () => {
    const made = ofKind(renderDocuments('trial'), 'Secret');
    expect(made.map(({ metadata }) => metadata.name).sort()).toEqual(['parley-keys', 'parley-trial-engines']);
    for (const { metadata } of made) expect(metadata.annotations['helm.sh/resource-policy']).toBe('keep');
    const keys = made.find(({ metadata }) => metadata.name === 'parley-keys').data;
    for (const name of ['SECRET_KEY', 'SERVICE_KEY']) {
      expect(Buffer.from(keys[name], 'base64').length).toBeGreaterThanOrEqual(32);
    }
    expect(ofKind(renderDocuments('production'), 'Secret')).toEqual([]);
  });
});

describeHelm('monitoring', () => {
  const folder = (name) => readdirSync(at('deploy/observability', name)).sort();

  it('brings the alert rules and dashboards of deploy/observability', () => {
    const all = renderDocuments('production');
    const rules = ofKind(all, 'PrometheusRule').map(({ spec }) => spec);
    const alerts = folder('alerts').map((file) =>
      readFileSync(at('deploy/observability/alerts', file), 'utf8'),
    );
    expect(rules).toEqual(alerts.map((text) => parse(text)));
    const boards = Object.assign({}, ...ofKind(all, 'ConfigMap').map(({ data }) => data));
    expect(Object.keys(boards).sort()).toEqual(folder('dashboards'));
    for (const [file, text] of Object.entries(boards)) {
      expect(text).toBe(readFileSync(at('deploy/observability/dashboards', file), 'utf8'));
    }
  });

  it('keeps the labels that the series have, which alerts and dashboards ask for', () => {
    const endpoints = ofKind(renderDocuments('production'), 'ServiceMonitor').flatMap(
      ({ spec }) => spec.endpoints,
    );
    expect(endpoints).toHaveLength(services.length);
    for (const endpoint of endpoints) expect(endpoint).toMatchObject({ honorLabels: true, path: '/metrics' });
  });

  it('is off unless asked for', () => {
    const all = renderDocuments('trial');
    for (const kind of ['PrometheusRule', 'ConfigMap', 'ServiceMonitor'])
      expect(ofKind(all, kind)).toEqual([]);
  });
});
