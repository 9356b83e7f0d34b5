// What other features use of this one; apps/web/layers.json says which may.
export { startRecognition } from './recognition.ts';
export { StoryTranscript } from './story-transcript.tsx';
export { TranscriptField } from './transcript-field.tsx';
export type { Transcript, TranscriptEvent } from './transcript.ts';
