import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { tools } from '../src/mcp/tools';

const document = readFileSync(resolve(__dirname, '../../../docs/mcp.md'), 'utf8');

describe('docs/mcp.md', () => {
  it('lists every tool with its title, and whether it writes', () => {
    const rows = [...document.matchAll(/^\| `(\w+)` +\| (.+?) +\| (reads|writes) +\|$/gm)].map(
      ([, ...row]) => row,
    );
    expect(rows).toEqual(
      tools.map(({ listed: { name, title }, writes }) => [name, title, writes ? 'writes' : 'reads']),
    );
  });
});
