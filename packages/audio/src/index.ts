export { decodeSpeech } from './decode-speech.ts';
export { encodeMp3 } from './encode-mp3.ts';
export { inspectRecording } from './inspect-recording.ts';
export type { Inspection } from './inspection-result.ts';
export { Refusal } from './refusal.ts';
