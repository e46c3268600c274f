// Prints how many fields of the OpenAPI document have no type, by its files, and fails when one has more than `docs/untyped.json`
// allows. `--record` lowers the figures to today's counts and never raises one.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { at } from './paths.mjs';

const golden = at('apps/gateway/openapi');
const recordFile = at('docs/untyped.json');

/** Keywords that do not restrict a value. */
const SILENT = [
  'description',
  'title',
  'default',
  'example',
  'examples',
  'readOnly',
  'deprecated',
  'maxProperties',
];

/** Whether a schema takes any value, or an object of any members. */
const isUntyped = ({ properties, additionalProperties, ...schema }) => {
  const kinds = [schema.type].flat().filter((type) => type !== 'null');
  const isOpen = typeof additionalProperties !== 'object' || Object.keys(additionalProperties).length === 0;
  if (kinds.join() === 'object')
    return !properties && isOpen && !schema.allOf && !schema.oneOf && !schema.anyOf;
  return Object.keys(schema).every((keyword) => SILENT.includes(keyword)) && !properties && isOpen;
};

const isSchema = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Counts members of objects and elements of lists that have no type. */
const count = (node) => {
  if (Array.isArray(node)) return node.reduce((sum, one) => sum + count(one), 0);
  if (!isSchema(node)) return 0;
  return Object.entries(node).reduce((sum, [key, value]) => {
    const schemas = key === 'properties' ? Object.values(value) : key === 'items' ? [value] : [];
    return sum + schemas.filter((one) => isSchema(one) && isUntyped(one)).length + count(value);
  }, 0);
};

const counts = Object.fromEntries(
  readdirSync(golden, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => [relative(golden, file), count(JSON.parse(readFileSync(file, 'utf8')))])
    .filter(([, found]) => found > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1)),
);
const recorded = JSON.parse(readFileSync(recordFile, 'utf8'));
for (const [file, found] of Object.entries(counts)) {
  console.log(`${found}\t${file}`);
  if (found <= (recorded[file] ?? 0)) continue;
  console.error(
    `${file} has ${found} fields without a type, ${recorded[file] ?? 0} are allowed. Give them a shape in the proto.`,
  );
  process.exitCode = 1;
}
console.log(`${Object.values(counts).reduce((sum, found) => sum + found, 0)}\tfields without a type`);
if (process.argv.includes('--record')) {
  const lower = Object.entries(counts).map(([file, found]) => [
    file,
    Math.min(found, recorded[file] ?? found),
  ]);
  writeFileSync(recordFile, `${JSON.stringify(Object.fromEntries(lower), undefined, 2)}\n`);
}
