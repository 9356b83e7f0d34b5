import type { EndedJob } from '@relato/api';
import { SpeechError, type Transcriber } from '@relato/speech';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { LoadGate } from '../middleware/shed-load.ts';
import { toRouteLabel } from './route-label.ts';
import { createStorageFigures, type StorageFigures } from './storage-figures.ts';

/** Counts what this process does. A label has few values: never a path, an id or the name of a user. */
export interface Metrics extends StorageFigures {
  readonly countRequest: (request: {
    readonly method: string;
    readonly path: string;
    readonly status: number;
    readonly durationMs: number;
  }) => void;
  readonly countJob: (ended: EndedJob) => void;
  /** Returns a gate that counts the refusals of `gate`. */
  readonly watchGate: (gate: LoadGate) => LoadGate;
  /** Returns a transcriber that counts the attempts of `transcriber` and their durations. */
  readonly watchTranscriber: (transcriber: Transcriber) => Transcriber;
  /** Creates a figure whose value is read with the metrics. */
  readonly addGauge: <Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
  ) => Gauge<Label>;
  /** Creates a count whose value is read with the metrics. */
  readonly addCounter: <Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
  ) => Counter<Label>;
  /** Resolves with everything in the text format of Prometheus. */
  readonly print: () => Promise<string>;
  readonly contentType: string;
}

/** In seconds. Most answers take some milliseconds, and none may take longer than the last. */
const requestBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const jobBuckets = [0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 300, 900];
const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'OPTIONS']);

/** `ofProcess` adds the figures of node itself, which watch the process from then on. */
export function createMetrics({ ofProcess = false } = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (ofProcess) collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'relato_http_requests_total',
    help: 'Requests by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'relato_http_request_duration_seconds',
    help: 'Time until the answer began, by route.',
    labelNames: ['route'],
    buckets: requestBuckets,
    registers,
  });
  const refusals = new Counter({
    name: 'relato_load_refusals_total',
    help: 'Calls past the capacity that were answered 503. First: writes and searches.',
    labelNames: ['load'],
    registers,
  });
  const jobs = new Counter({
    name: 'relato_jobs_ended_total',
    help: 'Attempts of jobs by how they ended.',
    labelNames: ['job', 'outcome'],
    registers,
  });
  const jobSeconds = new Histogram({
    name: 'relato_job_duration_seconds',
    help: 'Time that an attempt of a job took.',
    labelNames: ['job'],
    buckets: jobBuckets,
    registers,
  });
  const jobWaits = new Histogram({
    name: 'relato_job_wait_seconds',
    help: 'Time from when a job was due until it began.',
    labelNames: ['job'],
    buckets: jobBuckets,
    registers,
  });
  const transcriptions = new Histogram({
    name: 'relato_transcription_duration_seconds',
    help: 'Attempts to transcribe by provider and outcome: completed, the trouble, or stopped.',
    labelNames: ['provider', 'outcome'],
    buckets: jobBuckets,
    registers,
  });

  return {
    ...createStorageFigures(registers),
    countRequest: ({ method, path, status, durationMs }) => {
      const route = toRouteLabel(path);
      requests.inc({ method: methods.has(method) ? method : 'other', route, status });
      requestSeconds.observe({ route }, durationMs / 1_000);
    },
    countJob: ({ name: job, outcome, durationMs, waitedMs }) => {
      jobs.inc({ job, outcome });
      jobSeconds.observe({ job }, durationMs / 1_000);
      jobWaits.observe({ job }, waitedMs / 1_000);
    },
    watchGate: (gate) => ({
      isFull: (load) => {
        const isFull = gate.isFull(load);
        if (isFull) refusals.inc({ load });
        return isFull;
      },
      enter: (load, calls) => {
        const leave = gate.enter(load, calls);
        if (!leave) refusals.inc({ load });
        return leave;
      },
    }),
    watchTranscriber: (transcriber) => ({
      ...transcriber,
      transcribe: async (audio, options) => {
        const measure = transcriptions.startTimer({ provider: transcriber.name });
        try {
          const result = await transcriber.transcribe(audio, options);
          measure({ outcome: 'completed' });
          return result;
        } catch (error) {
          measure({ outcome: error instanceof SpeechError ? error.trouble : 'stopped' });
          throw error;
        }
      },
    }),
    addGauge: (name, help, labels) => new Gauge({ name, help, labelNames: [...labels], registers }),
    addCounter: (name, help, labels) => new Counter({ name, help, labelNames: [...labels], registers }),
    print: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
