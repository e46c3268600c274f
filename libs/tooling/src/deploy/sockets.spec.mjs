import { listCalls } from './apps.mjs';
import { describeHelm } from './helm.mjs';
import { readComponent, ofKind, readPod, renderDocuments } from './manifests.mjs';

const SOCKET = 'parley-realtime-socket';
/** Seconds after which a silent connection is pinged, and has to answer. */
const SILENCE = 120 + 30;

const the = (all, kind, component = 'realtime') =>
  ofKind(all, kind).find((one) => readComponent(one) === component);
const named = (all, kind, name) => ofKind(all, kind).find(({ metadata }) => metadata.name === name);
const flags = (...values) => values.flatMap((value) => ['--set', value]);

describeHelm('WebSockets', () => {
  it('come in at a port that the app listens on, by a Service of their own', () => {
    const all = renderDocuments('production');
    const [container] = readPod(the(all, 'Deployment')).containers;
    const { containerPort } = container.ports.find(({ name }) => name === 'socket');
    expect(container.env).toContainEqual({ name: 'REALTIME_PORT', value: String(containerPort) });
    const { spec } = named(all, 'Service', SOCKET);
    expect(spec.ports).toEqual([{ name: 'socket', port: 80, targetPort: 'socket' }]);
    expect(spec.selector).toEqual(the(all, 'Deployment').spec.selector.matchLabels);
    for (const one of ofKind(all, 'Deployment').filter((other) => readComponent(other) !== 'realtime')) {
      expect(readPod(one).containers[0].ports.map(({ name }) => name)).not.toContain('socket');
    }
  });

  it('pass an Ingress that keeps silent ones, at the same host and by the same certificate', () => {
    const all = renderDocuments('production');
    const requests = named(all, 'Ingress', 'parley');
    const { metadata, spec } = named(all, 'Ingress', 'parley-sockets');
    expect(spec.tls).toEqual(requests.spec.tls);
    expect(spec.ingressClassName).toBe(requests.spec.ingressClassName);
    expect(spec.rules).toEqual([
      {
        host: requests.spec.rules[0].host,
        http: {
          paths: [
            {
              path: '/app',
              pathType: 'Prefix',
              backend: { service: { name: SOCKET, port: { name: 'socket' } } },
            },
          ],
        },
      },
    ]);
    for (const way of ['read', 'send']) {
      const name = `nginx.ingress.kubernetes.io/proxy-${way}-timeout`;
      expect(Number(metadata.annotations[name])).toBeGreaterThan(SILENCE);
      expect(requests.metadata.annotations).not.toHaveProperty([name]);
    }
    expect(metadata.annotations).toMatchObject(requests.metadata.annotations);
  });

  it('pass an HTTPRoute by a rule without an end to its time', () => {
    const all = renderDocuments(
      'production',
      flags('httpRoute.enabled=true', 'httpRoute.parentRefs[0].name=public', 'ingress.enabled=false'),
    );
    const [{ spec }] = ofKind(all, 'HTTPRoute');
    expect(spec.rules.filter(({ timeouts }) => timeouts)).toEqual([
      {
        matches: [{ path: { type: 'PathPrefix', value: '/app' } }],
        timeouts: { request: '0s' },
        backendRefs: [{ name: SOCKET, port: 80 }],
      },
    ]);
  });

  it('reach a replica until it has sent them elsewhere, longer than requests take', () => {
    const all = renderDocuments('production');
    expect(readPod(the(all, 'Deployment')).terminationGracePeriodSeconds).toBe(60);
    expect(readPod(the(all, 'Deployment', 'tickets')).terminationGracePeriodSeconds).toBe(30);
  });

  it('scale by the processor, and by connections where somebody says how many', () => {
    const { spec } = the(renderDocuments('production'), 'HorizontalPodAutoscaler');
    expect(spec.metrics.map(({ type }) => type)).toEqual(['Resource', 'Pods']);
    expect(spec.metrics[1].pods.metric.name).toBe('realtime_connections');
    const plain = renderDocuments('trial', flags('components.realtime.autoscaling.enabled=true'));
    expect(the(plain, 'HorizontalPodAutoscaler').spec.metrics.map(({ type }) => type)).toEqual(['Resource']);
  });
});

describeHelm('what realtime reaches', () => {
  const names = ({ to = [] }) =>
    to.map(({ podSelector }) => podSelector?.matchLabels['app.kubernetes.io/component']);

  it('is DNS, the services that it calls and the trial’s engines', () => {
    const { spec } = the(renderDocuments('trial'), 'NetworkPolicy');
    expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
    const [dns, calls, engines, ...others] = spec.egress;
    expect(dns.ports.map(({ port }) => port)).toEqual([53, 53]);
    expect(calls.ports).toEqual([{ port: 50051 }]);
    expect(names(calls)).toEqual(listCalls('realtime').sort());
    expect(names(engines)).toEqual(expect.arrayContaining(['trial-nats', 'trial-postgresql']));
    expect(others).toEqual([]);
  });

  it('is beside the services what networkPolicy.egress names', () => {
    const { spec } = the(renderDocuments('production'), 'NetworkPolicy');
    const ports = spec.egress.slice(2).flatMap(({ ports: some }) => some.map(({ port }) => port));
    expect(ports).toEqual([5432, 4222, 4318]);
  });

  it('is everything while nobody says where the engines are, as for every other component', () => {
    const open = renderDocuments('production', flags('networkPolicy.egress=null'));
    expect(the(open, 'NetworkPolicy').spec.policyTypes).toEqual(['Ingress']);
    for (const { spec } of ofKind(renderDocuments('trial'), 'NetworkPolicy').filter(
      (one) => readComponent(one) !== 'realtime',
    )) {
      expect(spec.policyTypes).toEqual(['Ingress']);
    }
  });
});
