export { inspectRecording, type Inspection } from './inspect-recording.ts';
