import { alerts, runbookEntries } from './support/operations-manual';

it('every alert has an entry in the runbook, and every entry an alert', () => {
  expect(alerts().length).toBeGreaterThan(10);
  expect(runbookEntries()).toEqual(alerts().map(({ name }) => name));
  expect(alerts().map(({ runbook }) => runbook)).toEqual(
    alerts().map(({ name }) => `docs/operations.md#${name.toLowerCase()}`),
  );
});
