import {
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  canEncodeAudio,
  CanvasSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { drawFrame } from './clip-frames.ts';
import type { ClipAnswer, ClipTask } from './make-clip.ts';

/** The part of the worker's scope that is used: its types would replace those of pages in the whole app. */
interface WorkerScope {
  readonly addEventListener: (type: 'message', listen: (event: MessageEvent<ClipTask>) => void) => void;
  readonly postMessage: (message: ClipAnswer, transfer: Transferable[]) => void;
}
const scope = globalThis as unknown as WorkerScope;

const videoBitrate = 2_500_000;
const audioBitrate = 96_000;
/** Between two frames the encoders need not be asked how far they are. */
const framesPerReport = 10;

const answer = (message: ClipAnswer, transfer: Transferable[] = []) => scope.postMessage(message, transfer);

scope.addEventListener('message', ({ data }) => void run(data));

async function run(task: ClipTask): Promise<void> {
  try {
    const video = await make(task);
    answer({ kind: 'done', video }, [video]);
  } catch (error) {
    answer({ kind: 'failed', reason: String(error) });
  }
}

async function make({ picture, frames, durationMs, sound, sampleRate }: ClipTask): Promise<ArrayBuffer> {
  if (!(await canEncodeAudio('aac', { numberOfChannels: 1, sampleRate }))) {
    const { registerAacEncoder } = await import('@mediabunny/aac-encoder');
    registerAacEncoder();
  }
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('There is no canvas');
  const target = new BufferTarget();
  // Players begin before they have all of it.
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const video = new CanvasSource(canvas, { codec: 'avc', bitrate: videoBitrate });
  const audio = new AudioSampleSource({ codec: 'aac', bitrate: audioBitrate });
  output.addVideoTrack(video);
  output.addAudioTrack(audio);
  await output.start();
  const sample = new AudioSample({
    data: sound,
    format: 'f32-planar',
    numberOfChannels: 1,
    sampleRate,
    timestamp: 0,
  });
  await audio.add(sample);
  sample.close();
  audio.close();
  for (const [index, atMs] of frames.entries()) {
    drawFrame(context, picture, { atMs, durationMs });
    await video.add(atMs / 1_000, ((frames[index + 1] ?? durationMs) - atMs) / 1_000);
    if (index % framesPerReport === 0) answer({ kind: 'progress', ratio: index / frames.length });
  }
  video.close();
  await output.finalize();
  if (!target.buffer) throw new Error('The video is empty');
  return target.buffer;
}
