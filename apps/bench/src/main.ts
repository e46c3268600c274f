import { runMailSink } from './mail-sink';
import { readOptions } from './options';
import { runReferenceGateway, runReferenceOne, runReferenceService } from './reference-programs';
import { runBench } from './run-bench';
import { runSockets } from './sockets';

const [role = '', ...rest] = process.argv.slice(2);
const [port, other = ''] = rest;

const measure = async (): Promise<void> => {
  if (!(await runBench(readOptions(process.argv.slice(2))))) process.exitCode = 1;
};

if (role === 'reference-one') runReferenceOne(Number(port), other);
else if (role === 'reference-service') runReferenceService(Number(port), other);
else if (role === 'reference-gateway') runReferenceGateway(Number(port), other);
else if (role === 'mail-sink') runMailSink();
else if (role === 'sockets') runSockets();
else {
  measure().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  });
}
