import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { describeHelm, render } from './helm.mjs';
import { documents, findValuesFile, ofKind, readComponent, readPod, renderDocuments } from './manifests.mjs';

const SERVICE = 'parley-mail-smtp';
const flags = (...values) => values.flatMap((value) => ['--set', value]);
const the = (all, kind, component = 'mail') =>
  ofKind(all, kind).find((one) => readComponent(one) === component);
const named = (all, name) => ofKind(all, 'Service').find(({ metadata }) => metadata.name === name);
const readEnvironment = (workload) =>
  Object.fromEntries(readPod(workload).containers[0].env.map(({ name, value }) => [name, value]));

describeHelm('SMTP', () => {
  it('comes in at a port that the app listens on, by an ordinary Service at port 25', () => {
    const all = renderDocuments('trial');
    const deployment = the(all, 'Deployment');
    const { ports } = readPod(deployment).containers[0];
    expect(ports).toContainEqual({ name: 'smtp', containerPort: 2525 });
    expect(readEnvironment(deployment)).toMatchObject({ MAIL_HOST: '0.0.0.0', MAIL_PORT: '2525' });
    const { spec } = named(all, SERVICE);
    expect(spec).toEqual({
      type: 'ClusterIP',
      ports: [{ name: 'smtp', port: 25, targetPort: 'smtp' }],
      selector: deployment.spec.selector.matchLabels,
    });
    for (const one of ofKind(all, 'Deployment').filter((other) => readComponent(other) !== 'mail')) {
      expect(readPod(one).containers[0].ports.map(({ name }) => name)).not.toContain('smtp');
    }
  });

  it('gets no address of a Service in place of its port', () => {
    const all = renderDocuments('trial');
    expect(readPod(the(all, 'Deployment')).enableServiceLinks).toBe(false);
    expect(readPod(the(renderDocuments('production'), 'Job', 'mail-migrate')).enableServiceLinks).toBe(false);
  });

  it('keeps the address of the sender at a balancer, unless the values say otherwise', () => {
    const { spec } = named(renderDocuments('production'), SERVICE);
    expect(spec).toMatchObject({ type: 'LoadBalancer', externalTrafficPolicy: 'Local' });
    const other = renderDocuments(
      'trial',
      flags(
        'components.mail.smtp.type=NodePort',
        'components.mail.smtp.externalTrafficPolicy=Cluster',
        'components.mail.smtp.annotations.a=b',
      ),
    );
    expect(named(other, SERVICE)).toMatchObject({
      metadata: { annotations: { a: 'b' } },
      spec: { type: 'NodePort', externalTrafficPolicy: 'Cluster' },
    });
  });

  it('is open to everyone, or to the peers that the values name', () => {
    const readRule = (all) =>
      the(all, 'NetworkPolicy').spec.ingress.find(({ ports }) => ports[0].port === 'smtp');
    expect(readRule(renderDocuments('trial'))).toEqual({ ports: [{ port: 'smtp' }] });
    const cidr = '203.0.113.0/24';
    const some = renderDocuments('trial', flags(`components.mail.smtp.from[0].ipBlock.cidr=${cidr}`));
    expect(readRule(some)).toEqual({ ports: [{ port: 'smtp' }], from: [{ ipBlock: { cidr } }] });
  });

  it('has a certificate for STARTTLS where a Secret is named', () => {
    const withTls = the(renderDocuments('production'), 'Deployment');
    const pod = readPod(withTls);
    const { mountPath, readOnly } = pod.containers[0].volumeMounts.find(({ name }) => name === 'smtp-tls');
    expect(readOnly).toBe(true);
    expect(pod.volumes).toContainEqual({
      name: 'smtp-tls',
      secret: { secretName: 'mx-support-example-com' },
    });
    expect(readEnvironment(withTls)).toMatchObject({
      MAIL_TLS_CERT: `${mountPath}/tls.crt`,
      MAIL_TLS_KEY: `${mountPath}/tls.key`,
      MAIL_NAME: 'mx.support.example.com',
    });
    const without = the(renderDocuments('trial'), 'Deployment');
    expect(readEnvironment(without)).not.toHaveProperty('MAIL_TLS_CERT');
    expect(readPod(without).volumes.map(({ name }) => name)).toEqual(['tmp', 'home']);
  });

  it('comes in nowhere with smtpPort 0', () => {
    const all = renderDocuments('production', flags('components.mail.smtpPort=0'));
    expect(named(all, SERVICE)).toBeUndefined();
    expect(readEnvironment(the(all, 'Deployment'))).not.toHaveProperty('MAIL_TLS_CERT');
    const ports = the(all, 'NetworkPolicy').spec.ingress.flatMap((rule) =>
      rule.ports.map(({ port }) => port),
    );
    expect(ports.sort()).toEqual(['grpc', 'ops']);
  });

  it.each([
    ['components.mail.smtp.type=ExternalName', 'type'],
    ['components.mail.smtp.externalTrafficPolicy=Global', 'externalTrafficPolicy'],
    ['components.mail.smtpPort=70000', 'smtpPort'],
    ['components.mail.env.MAIL_PORT=25', 'MAIL_PORT'],
  ])('refuses %s', (flag, message) => {
    expect(render([findValuesFile('trial')], flags(flag)).error).toContain(message);
  });
});

describeHelm('values that were written before mail was a component', () => {
  /** An example's values after a change, rendered. */
  const renderWith = (example, change) => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-chart-'));
    const file = join(folder, 'values.yaml');
    const values = parse(readFileSync(findValuesFile(example), 'utf8'));
    change(values);
    writeFileSync(file, stringify(values));
    const result = render([file]);
    rmSync(folder, { recursive: true });
    return result;
  };

  it('of one team release that team’s component alone', () => {
    const { text } = renderWith('one-team', ({ components }) => delete components.mail);
    const [tickets, ...others] = ofKind(documents(text), 'Deployment');
    expect([readComponent(tickets), others]).toEqual(['tickets', []]);
    expect(readEnvironment(tickets)).not.toHaveProperty('MAIL_URL');
  });

  it('that list the calls of the gateway have mail called too', () => {
    const { text } = renderWith('production', ({ components }) => {
      delete components.mail;
      components.gateway.calls = ['workspace', 'contacts', 'tickets'];
    });
    const all = documents(text);
    expect(readEnvironment(the(all, 'Deployment', 'gateway')).MAIL_URL).toBe('dns:///parley-mail:50051');
    expect(the(all, 'Deployment')).toBeDefined();
  });
});

describeHelm('calledBy and runsWith', () => {
  const database = flags(
    'components.chat.secretEnv.CHAT_DATABASE_URL.secret=a',
    'components.chat.secretEnv.CHAT_DATABASE_URL.key=b',
  );
  const deployed = (...more) =>
    ofKind(renderDocuments('one-team', [...database, ...flags(...more)]), 'Deployment');

  it('give callers its address and let them in', () => {
    const all = renderDocuments('trial', flags('components.chat.calledBy={helpcenter}'));
    expect(readEnvironment(the(all, 'Deployment', 'helpcenter')).CHAT_URL).toBe('dns:///parley-chat:50051');
    const [{ from }] = the(all, 'NetworkPolicy', 'chat').spec.ingress;
    const callers = from.map(({ podSelector }) => podSelector.matchLabels['app.kubernetes.io/component']);
    expect(callers).toEqual(['helpcenter']);
  });

  it('leave it out where the other does not run, unless it is enabled', () => {
    const chat = ['components.chat.runsWith=helpcenter', 'components.chat.calledBy={tickets}'];
    const [tickets, ...others] = deployed(...chat);
    expect(others).toEqual([]);
    expect(readEnvironment(tickets)).not.toHaveProperty('CHAT_URL');
    expect(deployed(...chat, 'components.chat.enabled=true').map(readComponent)).toEqual(['chat', 'tickets']);
    expect(deployed('components.chat.runsWith=tickets').map(readComponent)).toEqual(['chat', 'tickets']);
  });

  it('give callers the address where it runs elsewhere', () => {
    const target = 'dns:///chat.elsewhere:50051';
    const chat = ['components.chat.runsWith=helpcenter', 'components.chat.calledBy={tickets}'];
    const [tickets] = deployed(...chat, `components.chat.target=${target}`);
    expect(readEnvironment(tickets).CHAT_URL).toBe(target);
  });

  it.each(['calledBy={gatway}', 'runsWith=gatway'])('name components that exist: %s', (flag) => {
    const { error } = render([findValuesFile('trial')], flags(`components.mail.${flag}`));
    expect(error).toContain('components.mail names gatway');
  });
});
