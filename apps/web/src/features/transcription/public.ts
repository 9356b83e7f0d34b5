// The exports for other features; apps/web/layers.json lists the features that may import them.
export { MissingTranscript } from './missing-transcript.tsx';
export { startRecognition, type RunningRecognition } from './recognition.ts';
export { DownloadTranscript } from './download-transcript.tsx';
export { openingAttribute, StoryTranscript } from './story-transcript.tsx';
export { TranscriptField } from './transcript-field.tsx';
