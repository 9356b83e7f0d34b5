export { detectFormat } from './detect-format.ts';
export { decodeSpeech, encodeMp3, inspectRecording, measureLoudness } from './tasks.ts';
export type { Inspection } from './inspect-bytes.ts';
export { Refusal } from './refusal.ts';
