export { createLocal, findLocalFault, type LocalModel } from './local/create-local.ts';
export { createTranscriber, SpeechSettingsError, type SpeechSettings } from './create-transcriber.ts';
export { SpeechError } from './speech-error.ts';
export type {
  SpeechAudio,
  SpeechTiming,
  Transcriber,
  TranscribeOptions,
  Transcription,
} from './transcriber.ts';
