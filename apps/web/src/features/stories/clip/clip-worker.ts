import {
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  canEncodeAudio,
  canEncodeVideo,
  CanvasSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import type { WorkerReport } from '../../../lib/workers/ask-worker.ts';
import { getWorkerScope } from '../../../lib/workers/worker-scope.ts';
import { drawFrame } from './clip-frames.ts';
import type { ClipAnswer, ClipRequest } from './clip-client.ts';

const scope = getWorkerScope<ClipRequest, ClipAnswer | WorkerReport>();

const videoBitrate = 2_500_000;
const audioBitrate = 96_000;
/** The number of frames between two progress reports. */
const framesPerReport = 10;
/** A phone that encodes no full size may encode two thirds of it, 720 × 1280. */
const scales = [1, 2 / 3] as const;

const answer = (message: ClipAnswer | WorkerReport, transfer: Transferable[] = []) =>
  scope.postMessage(message, transfer);

scope.addEventListener('message', ({ data }) => void run(data));

async function run(request: ClipRequest): Promise<void> {
  try {
    if (request.kind === 'probe') {
      answer({ kind: 'able', scale: await findScale(request) });
    } else {
      const video = await make(request);
      answer({ kind: 'done', video }, [video]);
    }
  } catch (error) {
    answer({ kind: 'failed', reason: String(error) });
  }
}

/**
 * Returns the largest scale at which this browser encodes, or null. It tries, because some browsers claim support that they
 * lack.
 */
async function findScale({ width, height }: Extract<ClipRequest, { kind: 'probe' }>): Promise<number | null> {
  for (const scale of scales) {
    const size = { width: width * scale, height: height * scale };
    if (await canEncodeVideo('avc', { ...size, bitrate: videoBitrate })) return scale;
  }
  return null;
}

async function make({
  picture,
  scale,
  frames,
  durationMs,
  sound,
  sampleRate,
}: Extract<ClipRequest, { kind: 'make' }>): Promise<ArrayBuffer> {
  answer({ kind: 'progress', ratio: 0 });
  if (!(await canEncodeAudio('aac', { numberOfChannels: 1, sampleRate, bitrate: audioBitrate }))) {
    const { registerAacEncoder } = await import('@mediabunny/aac-encoder');
    registerAacEncoder();
  }
  const canvas = new OffscreenCanvas(picture.width * scale, picture.height * scale);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('There is no canvas');
  context.scale(scale, scale);
  const target = new BufferTarget();
  // Puts the index first, so that players start before they have the whole file.
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
