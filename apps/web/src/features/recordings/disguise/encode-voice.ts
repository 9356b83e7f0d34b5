import {
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  canEncodeAudio,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { toWav } from '../review/to-wav.ts';

const bitrate = 64_000;
/** The length of the parts that are encoded at once. */
const partSeconds = 10;

/** Encodes one channel as Opus in WebM, or as WAV, which is eight times as large, where the browser has no encoder. */
export async function encodeVoice(samples: Float32Array<ArrayBuffer>, sampleRate: number): Promise<Blob> {
  const canEncode = await canEncodeAudio('opus', { numberOfChannels: 1, sampleRate, bitrate });
  return canEncode ? encodeOpus(samples, sampleRate) : toWav(samples, sampleRate);
}

async function encodeOpus(samples: Float32Array<ArrayBuffer>, sampleRate: number): Promise<Blob> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const audio = new AudioSampleSource({ codec: 'opus', bitrate });
  output.addAudioTrack(audio);
  await output.start();
  const part = partSeconds * sampleRate;
  for (let start = 0; start < samples.length; start += part) {
    const sample = new AudioSample({
      data: samples.slice(start, start + part),
      format: 'f32-planar',
      numberOfChannels: 1,
      sampleRate,
      timestamp: start / sampleRate,
    });
    await audio.add(sample);
    sample.close();
  }
  audio.close();
  await output.finalize();
  if (!target.buffer) throw new Error('The file is empty');
  return new Blob([target.buffer], { type: 'audio/webm' });
}
