export { toSrt, toTranscriptJson, toVtt } from './captions.ts';
export {
  chooseProvider,
  createTranscriber,
  SpeechSettingsError,
  type SpeechSettings,
} from './create-transcriber.ts';
export { getModel, speechModels } from './models/catalogue.ts';
export { countForeignWords } from './is-spanish.ts';
export { downloadModel, type DownloadOptions } from './models/download-model.ts';
export { ModelError } from './models/model-error.ts';
export { createModelFolder, modelName, type ListedModel, type ModelFolder } from './models/model-folder.ts';
export { createLocal, findLocalFault, type LocalModel } from './local/create-local.ts';
export { SpeechError } from './speech-error.ts';
export type {
  SpeechAudio,
  SpeechTiming,
  Transcriber,
  TranscribeOptions,
  Transcription,
} from './transcriber.ts';
