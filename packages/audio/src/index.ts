export { inspectRecording } from './inspect-recording.ts';
export type { Inspection } from './inspection-result.ts';
