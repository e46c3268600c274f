import { readOptions } from './options';
import { runReferenceGateway, runReferenceOne, runReferenceService } from './reference-programs';
import { runBench } from './run-bench';

const [role = '', ...rest] = process.argv.slice(2);
const [port, other = ''] = rest;

if (role === 'reference-one') runReferenceOne(Number(port), other);
else if (role === 'reference-service') runReferenceService(Number(port), other);
else if (role === 'reference-gateway') runReferenceGateway(Number(port), other);
else {
  runBench(readOptions(process.argv.slice(2))).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  });
}
