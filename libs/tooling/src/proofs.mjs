// `npm run proofs`: the tests that take minutes each, `*.proof.ts`. Arguments go to Jest.
process.env.PARLEY_PROOFS = '1';
await import('./test.mjs');
