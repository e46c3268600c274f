// The checks of the OpenAPI document: linters, a client in each language, and generated requests.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeAnswers } from './answers.mjs';
import { run, runOrSkip } from './run.mjs';
import { goTools, npmTools, pythonTools, sources } from './tools.mjs';

/** The document of the running platform, as a file. */
const documentFile = async ({ work, platform }) => {
  const { url } = await platform();
  const file = join(work, 'openapi.json');
  writeFileSync(file, await (await fetch(new URL('/api-docs.json', url))).text());
  return file;
};

const lastLine = (output) => output.trim().split('\n').at(-1);

/** The environment of a client program. */
const addresses = ({ url, mails }) => ({ PARLEY_URL: url, PARLEY_MAILS: mails });

const linters = async ({ work, platform }) => {
  const programs = join(await npmTools('typescript'), 'node_modules/.bin');
  const document = await documentFile({ work, platform });
  const rules = join(work, 'spectral.yaml');
  writeFileSync(rules, 'extends: ["spectral:oas"]\n');
  await run(join(programs, 'spectral'), ['lint', '--fail-severity', 'error', '-r', rules, document]);
  await run(join(programs, 'redocly'), ['lint', document], {
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  return 'spectral and redocly find no error.';
};

const typescript = async ({ work, platform }) => {
  const packages = join(await npmTools('typescript'), 'node_modules');
  const document = await documentFile({ work, platform });
  // Beside the packages, where the compiler and Node.js search for them.
  const folder = join(packages, '../program');
  cpSync(sources('typescript'), folder, { recursive: true });
  await run(join(packages, '.bin/openapi-typescript'), [document, '-o', join(folder, 'api.d.ts')]);
  await run(join(packages, '.bin/tsc'), ['-p', folder, '--outDir', join(folder, 'out')]);
  return lastLine(
    await run(process.execPath, [join(folder, 'out/conversation.js')], {
      cwd: work,
      env: addresses(await platform()),
    }),
  );
};

/** Generators without a program here: the clients that they write compile. */
const generators = async ({ work, platform }) => {
  const packages = join(await npmTools('generators'), 'node_modules');
  const document = await documentFile({ work, platform });
  // Beside the packages, where the compiler searches for them.
  const folder = join(packages, '../program');
  rmSync(folder, { recursive: true, force: true });
  cpSync(sources('generators'), folder, { recursive: true });
  await run(join(packages, '.bin/openapi-ts'), ['-i', document, '-o', join(folder, 'hey-api')], {
    cwd: folder,
  });
  const orval = ['--input', document, '--output', join(folder, 'orval/api.ts'), '--client', 'fetch'];
  await run(join(packages, '.bin/orval'), orval, { cwd: folder });
  await run(join(packages, '.bin/tsc'), ['-p', folder]);
  return 'hey-api and orval make clients that compile.';
};

const python = async ({ work, platform }) => {
  const programs = await pythonTools();
  const document = await documentFile({ work, platform });
  const folder = join(work, 'python');
  cpSync(sources('python'), folder, { recursive: true });
  const target = join(folder, 'parley_client');
  const config = join(folder, 'generator.yml');
  await run(
    join(programs, 'openapi-python-client'),
    [
      'generate',
      '--path',
      document,
      '--output-path',
      target,
      '--meta',
      'none',
      '--fail-on-warning',
      '--config',
      config,
    ],
    // Its formatter is a program of the same environment.
    { env: { PATH: `${programs}:${process.env.PATH}` } },
  );
  await run(join(programs, 'python'), ['-m', 'compileall', '-q', target]);
  return lastLine(
    await run(join(programs, 'python'), ['conversation.py'], {
      cwd: folder,
      env: addresses(await platform()),
    }),
  );
};

const go = async ({ work, platform }) => {
  const generator = await goTools();
  const document = await documentFile({ work, platform });
  const folder = join(work, 'go');
  cpSync(sources('go'), folder, { recursive: true });
  mkdirSync(join(folder, 'parley'));
  const output = join(folder, 'parley/parley.gen.go');
  await run(generator, ['-config', join(folder, 'generator.yaml'), '-o', output, document]);
  await runOrSkip('the registry did not give the packages', 'go', ['mod', 'download'], { cwd: folder });
  await run('go', ['build', '-mod=readonly', '-o', 'conversation', '.'], { cwd: folder });
  return lastLine(await run(join(folder, 'conversation'), [], { env: addresses(await platform()) }));
};

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

/** Generated requests over the whole document, within `minutes`. */
const requests = async ({ work, platform, examples, minutes, seed }) => {
  const programs = await pythonTools();
  const document = await documentFile({ work, platform });
  const folder = join(work, 'requests');
  cpSync(sources('requests'), folder, { recursive: true });
  const { url, demo } = await platform();
  const answers = join(folder, 'answers.json');
  await run(
    join(programs, 'schemathesis'),
    [
      ...['run', document, '--url', url, '--checks', CHECKS.join(','), '--phases', 'examples,fuzzing'],
      ...[
        '--seed',
        String(seed),
        '--max-examples',
        String(examples),
        '--max-time',
        String(Math.round(minutes * 60)),
      ],
      ...['--continue-on-failure', '--no-shrink', '--generation-database', 'none', '--warnings', 'off'],
      ...['--suppress-health-check', 'all', '--request-timeout', '30', '--workers', '1', '--no-color'],
    ],
    {
      cwd: folder,
      env: {
        SCHEMATHESIS_HOOKS: 'hooks',
        PYTHONPATH: folder,
        PARLEY_URL: url,
        PARLEY_TOKEN: demo.admin.token,
        PARLEY_SERVICE_TOKEN: demo.serviceToken,
        PARLEY_PROJECT: demo.projectId,
        PARLEY_KEY: demo.apiToken,
        PARLEY_ANSWERS: answers,
      },
      minutes: minutes + 3,
      shown: true,
    },
  );
  const told = judgeAnswers(JSON.parse(readFileSync(answers, 'utf8')));
  return `every answer to a generated request was one that the document names (${told}).`;
};

/** A host of AI models that needs no model, and the library of those that most people have. */
const mcp = async ({ platform }) => {
  const folder = await npmTools('mcp');
  const { url, demo } = await platform();
  const address = new URL('/mcp', url).href;
  const ask = (...args) =>
    run(
      join(folder, 'node_modules/.bin/mcp-inspector'),
      ['--cli', address, '--header', `Authorization: Bearer ${demo.serviceToken}`, '--method', ...args],
      // It keeps its settings in the home folder.
      { cwd: folder, env: { HOME: folder } },
    );
  const strict = await ask('tools/list', '--strict');
  if (/Warning:|Error:/.test(strict)) throw new Error(`The inspector warns:\n${strict.slice(0, 2_000)}`);
  const found = await ask('tools/call', '--tool-name', 'find_tickets', '--tool-arg', 'status=OPEN');
  if (!found.includes('"structuredContent"')) throw new Error(`No tickets are found:\n${found}`);
  await ask('resources/read', '--uri', 'ticket://1');
  await ask('prompts/get', '--prompt-name', 'triage');
  cpSync(join(sources('mcp'), 'work.js'), join(folder, 'work.js'));
  const env = { MCP_URL: address, MCP_TOKEN: demo.serviceToken };
  const worked = await run(process.execPath, [join(folder, 'work.js')], { cwd: folder, env });
  return `the inspector finds no fault in the tools. ${lastLine(worked)}`;
};

/**
 * The parts by the names that the command takes. Each gets `work`, a folder of its own, and `platform`, which starts the platform
 * once for all. Generated requests come last: they change and delete tickets of the others.
 */
export const parts = { linters, typescript, generators, python, go, mcp, requests };
