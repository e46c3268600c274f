import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { at } from '../paths.mjs';
import { services } from '../services.mjs';
import { listSettings, ownSettings } from './apps.mjs';

const text = readFileSync(at('deploy/compose/compose.yaml'), 'utf8');
const compose = parse(text, { merge: true });
const engines = Object.keys(compose.services).filter((name) => !services.includes(name));

describe('compose.yaml', () => {
  it('runs every app, each on every engine that is healthy', () => {
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(services));
    for (const app of services) {
      const { depends_on: needs, healthcheck, build } = compose.services[app];
      expect(build.args.APP).toBe(app);
      expect(healthcheck.test.join(' ')).toContain('/readyz');
      const others = app === 'gateway' ? services.filter((name) => name !== 'gateway') : [];
      expect(Object.keys(needs).sort()).toEqual([...engines, ...others].sort());
      for (const { condition } of Object.values(needs)) expect(condition).toBe('service_healthy');
    }
  });

  it('gives apps settings that they have, and nothing to write but their home', async () => {
    for (const app of services) {
      const service = compose.services[app];
      const known = await listSettings(app);
      expect(Object.keys(service.environment).filter((name) => !known.includes(name))).toEqual([]);
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        volumes: ['home:/var/lib/parley'],
      });
    }
  });

  it('has an engine for every need, each with a volume and a health check', () => {
    expect(engines.sort()).toEqual(['mailpit', 'meilisearch', 'nats', 'postgresql', 'redis', 's3']);
    // Installations have its mails in the volume mail.
    const volumeOf = { mailpit: 'mail' };
    for (const engine of engines) {
      const { healthcheck, volumes } = compose.services[engine];
      expect(healthcheck.test[0]).toBe('CMD');
      expect(volumes[0].split(':')[0]).toBe(volumeOf[engine] ?? engine);
    }
    expect(compose.services.nats.command).toEqual(expect.arrayContaining(['-js', '-sd', '/data']));
  });

  it('listens on this machine alone unless told otherwise', () => {
    const ports = Object.values(compose.services).flatMap(({ ports: some = [] }) => some);
    expect(ports).toHaveLength(4);
    for (const port of ports) expect(port).toMatch(/^\$\{[A-Z_]+:-127\.0\.0\.1:/);
  });
});

describe('mail in compose.yaml', () => {
  it('leaves to Mailpit unless SMTP_URL names a server', () => {
    const { mailpit, tickets } = compose.services;
    expect(tickets.environment.SMTP_URL).toBe('${SMTP_URL:-smtp://mailpit:1025}');
    expect(mailpit).toMatchObject({
      image: '${MAIL_IMAGE:-axllent/mailpit:v1.27}',
      ports: ['${MAIL_LISTEN:-127.0.0.1:8025}:8025'],
      volumes: ['mail:/data'],
    });
  });

  it('has every setting of its own, from .env', async () => {
    const own = (await ownSettings('mail')).map(({ name }) => name);
    const { mail, tickets } = compose.services;
    const passed = { ...mail.environment, MAIL_HOST: 'default' };
    expect(own.filter((name) => !(name in passed))).toEqual([]);
    for (const name of ['INBOUND_DOMAIN', 'MAIL_TRUSTED_AUTHSERV'])
      expect(tickets.environment[name]).toBe(`\${${name}:-}`);
  });

  it('comes in at the port that the service listens on', () => {
    const { environment, ports } = compose.services.mail;
    expect(ports).toEqual([`\${SMTP_LISTEN:-127.0.0.1:2525}:${environment.MAIL_PORT}`]);
  });
});

describe('make-env.sh', () => {
  const demanded = [...new Set([...text.matchAll(/\$\{([A-Z0-9_]+):\?/g)].map(([, name]) => name))].sort();
  let folder;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-compose-'));
    copyFileSync(at('deploy/compose/make-env.sh'), join(folder, 'make-env.sh'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const run = () => {
    execFileSync('sh', [join(folder, 'make-env.sh')], { stdio: 'ignore' });
    const lines = readFileSync(join(folder, '.env'), 'utf8').trim().split('\n');
    return Object.fromEntries(lines.map((line) => line.split('=')));
  };

  it('makes every secret that compose.yaml demands, and different ones', () => {
    const made = run();
    expect(Object.keys(made).sort()).toEqual(demanded);
    for (const secret of Object.values(made)) expect(secret).toMatch(/^[A-Za-z0-9]{40}$/);
    expect(new Set(Object.values(made)).size).toBe(demanded.length);
    expect(statSync(join(folder, '.env')).mode & 0o077).toBe(0);
  });

  it('changes none of them when it runs again', () => {
    expect(run()).toEqual(run());
  });
});
