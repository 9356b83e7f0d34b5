// The exports for other features; apps/web/layers.json lists the features that may import them.
export { startRecognition, type RunningRecognition } from './recognition.ts';
export { StoryTranscript } from './story-transcript.tsx';
export { TranscriptField } from './transcript-field.tsx';
export type { Transcript, TranscriptEvent } from './transcript.ts';
