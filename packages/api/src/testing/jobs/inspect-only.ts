import { jobNames, type JobName } from '@relato/contract';
import type { JobHandlers } from '../../jobs/queue.ts';

/** Returns one value for each kind of job. */
export const eachJob = <Value>(toValue: (name: JobName) => Value) =>
  Object.fromEntries(jobNames.map((name) => [name, toValue(name)])) as Record<JobName, Value>; // made of all names

/** Returns handlers of which only that of the inspections does something. */
export const inspectOnly = (inspect: JobHandlers['inspect-recording']): JobHandlers => ({
  ...eachJob(() => async () => {}),
  'inspect-recording': inspect,
});
