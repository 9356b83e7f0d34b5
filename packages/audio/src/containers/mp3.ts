import { startsWith } from '../binary.ts';
import { Refusal } from '../refusal.ts';
import type { Sample, Track } from './track.ts';

// Bit rates of ISO/IEC 11172-3 and 13818-3, layer III, by four bits of the header; 0 (free) and 15 (forbidden) are refused.
const kilobitsOfVersion1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0];
const kilobitsOfVersion2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0];
const sampleRatesHz = [44_100, 48_000, 32_000];
const tagHeaderBytes = 10;
const trailingTagBytes = 128;

/** Yields the frames of a file: an optional ID3v2 tag, frames without gaps, and an optional ID3v1 tag. Throws Refusal. */
function* framesOf(bytes: Uint8Array): Generator<Frame> {
  let position = leadingTagBytes(bytes);
  if (position > bytes.length) throw new Refusal('AUDIO_TRUNCATED');
  const end = startsWith(bytes, 'TAG', bytes.length - trailingTagBytes)
    ? bytes.length - trailingTagBytes
    : bytes.length;
  while (position < end) {
    if (position + 4 > end) throw new Refusal('AUDIO_TRUNCATED');
    const frame = frameAt(bytes, position);
    position += frame.bytes;
    if (position > end) throw new Refusal('AUDIO_TRUNCATED');
    yield frame;
  }
}

export function checkMp3(bytes: Uint8Array): void {
  // Each frame is checked when it is yielded.
  for (const _ of framesOf(bytes));
}

export function readMp3(bytes: Uint8Array): Track {
  const first = framesOf(bytes).next();
  if (first.done) throw new Refusal('AUDIO_EMPTY');
  const { sampleRate, channels } = first.value;
  return {
    codec: 'mp3',
    config: { codec: 'mp3', numberOfChannels: channels, sampleRate, description: new Uint8Array() },
    samples: soundOf(bytes, sampleRate),
  };
}

function* soundOf(bytes: Uint8Array, sampleRate: number): Generator<Sample> {
  let samples = 0;
  let isFirst = true;
  for (const frame of framesOf(bytes)) {
    if (frame.sampleRate !== sampleRate) throw new Refusal('AUDIO_UNDECODABLE');
    const isHeader = isFirst && isXing(frame);
    isFirst = false;
    if (isHeader) continue;
    yield { data: frame.data, timestamp: samples / sampleRate, duration: frame.samples / sampleRate };
    samples += frame.samples;
  }
}

/** Returns whether a frame is an encoder's silent header frame, which contains the number of frames. */
const isXing = ({ data, xingAt }: Frame): boolean =>
  startsWith(data, 'Xing', xingAt) || startsWith(data, 'Info', xingAt);

/** Returns the length of an ID3v2 tag (section 3.1): a size in four bytes of seven bits, plus ten bytes of header. */
function leadingTagBytes(bytes: Uint8Array): number {
  if (!startsWith(bytes, 'ID3')) return 0;
  return (
    bytes.subarray(6, tagHeaderBytes).reduce((size, byte) => size * 128 + (byte & 0x7f), 0) + tagHeaderBytes
  );
}

interface Frame {
  readonly data: Uint8Array;
  readonly bytes: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly samples: number;
  /** The offset of an encoder's header, after the side information. */
  readonly xingAt: number;
}

function frameAt(bytes: Uint8Array, position: number): Frame {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(position, position + 4);
  const version = (second >> 3) & 3; // 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5
  const isVersion1 = version === 3;
  const isLayer3 = ((second >> 1) & 3) === 1;
  const kilobits = (isVersion1 ? kilobitsOfVersion1 : kilobitsOfVersion2)[third >> 4] ?? 0;
  const baseRateHz = sampleRatesHz[(third >> 2) & 3];
  if (first !== 0xff || (second & 0xe0) !== 0xe0 || version === 1 || !isLayer3 || !kilobits || !baseRateHz) {
    throw new Refusal('AUDIO_NOT_AUDIO');
  }
  const sampleRate = isVersion1 ? baseRateHz : version === 2 ? baseRateHz / 2 : baseRateHz / 4;
  const samples = isVersion1 ? 1152 : 576;
  const isMono = fourth >> 6 === 3;
  const length = Math.floor(((samples / 8) * kilobits * 1000) / sampleRate) + ((third >> 1) & 1);
  return {
    data: bytes.subarray(position, position + length),
    bytes: length,
    sampleRate,
    channels: isMono ? 1 : 2,
    samples,
    xingAt: 4 + (isVersion1 ? (isMono ? 17 : 32) : isMono ? 9 : 17),
  };
}
