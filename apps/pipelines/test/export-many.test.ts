import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startPipelines, type TestPipelines, type TestProject } from './support/pipelines';

const ENTRIES = 30_000;
const MEGABYTE = 1024 * 1024;

let service: TestPipelines;
let project: TestProject;
let pipelineId: string;

// 20,000 entries in one lane and 10,000 in another, each with a text of 1,000 characters: 30 MB of them.
beforeAll(async () => {
  service = await startPipelines();
  project = service.project();
  ({ id: pipelineId } = await project.board());
  const { id: fieldId } = await project.field(pipelineId, { fieldId: 'n', type: 'number' });
  const { id: noteId } = await project.field(pipelineId, { fieldId: 'note' });
  await service.db.query(
    `INSERT INTO pipeline_record SELECT $1, 'contacts', lpad(to_hex(n), 24, '0'), 1, jsonb_build_object('name', 'Name ' || n),
       'name ' || n FROM generate_series(1, ${ENTRIES}) n`,
    [project.id],
  );
  await service.db.query(
    `INSERT INTO pipeline_entry SELECT $1, 'e' || lpad(to_hex(n), 23, '0'), $2, 'contacts', lpad(to_hex(n), 24, '0'),
       CASE WHEN n <= 20000 THEN 'a' ELSE 'b' END, lpad(n::text, 8, '0'), now(),
       jsonb_build_object($3::text, n, $4::text, repeat(md5(n::text), 32)), NULL, '', now(), now()
       FROM generate_series(1, ${ENTRIES}) n`,
    [project.id, pipelineId, fieldId, noteId],
  );
  await service.db.query('VACUUM ANALYZE pipeline_entry, pipeline_record');
});
afterAll(() => service.stop());

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of the heap and of buffers that something holds. */
const heldBytes = (): number => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

it('exports 30,000 entries, 1,000 at a time, each once and in order, with flat memory', async () => {
  const numbers: number[] = [];
  let [mostRows, growth] = [0, 0];
  const start = heldBytes();
  const parts = service.bulk.exportPipelineEntries({ pipelineId }, project.as('user'));
  for await (const { chunk } of parts) {
    const lines = Buffer.from(chunk).toString().split('\r\n').slice(0, -1);
    mostRows = Math.max(mostRows, lines.length);
    numbers.push(...lines.map((line) => Number(line.split(',').at(-2))));
    growth = Math.max(growth, heldBytes() - start);
  }
  expect(numbers).toEqual([Number.NaN, ...Array.from({ length: ENTRIES }, (_, index) => index + 1)]);
  expect(mostRows).toBe(1_000);
  expect(growth).toBeLessThan(15 * MEGABYTE);
}, 240_000);
