import { limits } from '@relato/contract/limits';
import { toPeaks } from '@relato/contract/peaks';
import { BufferSource, Input, MATROSKA, MP3, MP4, OGG, QTFF, WEBM, type InputAudioTrack } from 'mediabunny';
import { requireDecoderConfig } from './decoder-config.ts';
import type { Inspection } from './inspection.ts';
import { decodeOpus } from './opus.ts';
import { readPackets, requireCodec } from './packets.ts';
import { blameBytes, Refusal } from './refusal.ts';
import { remux } from './remux.ts';
import { requireContainer, type Container } from './structure.ts';

const formats = { webm: [WEBM, MATROSKA], mp4: [MP4, QTFF], ogg: [OGG], mp3: [MP3] };

const mimeTypes: Record<Container, string> = {
  webm: 'audio/webm',
  mp4: 'audio/mp4',
  ogg: 'audio/ogg',
  mp3: 'audio/mpeg',
};

/** The inspection itself, which keeps its process busy. What it throws is never about the bytes. */
export async function inspectBytes(bytes: Uint8Array): Promise<Inspection> {
  try {
    if (bytes.length === 0) throw new Refusal('AUDIO_EMPTY');
    if (bytes.length > limits.recording.maxBytes) throw new Refusal('AUDIO_TOO_BIG');
    const container = requireContainer(bytes);
    const { codec, config, packets, durationSeconds } = await blameBytes(() =>
      readRecording(bytes, container),
    );
    const energies =
      codec === 'opus'
        ? await decodeOpus(
            packets.map(({ data }) => data),
            config.numberOfChannels,
          )
        : null;
    return {
      ok: true,
      container,
      codec,
      durationMs: Math.round(durationSeconds * 1000),
      mimeType: mimeTypes[container],
      playback: await blameBytes(() => remux(packets, { container, codec, config })),
      peaks: energies && toPeaks(energies),
    };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.reason };
    throw error;
  }
}

async function readRecording(bytes: Uint8Array, container: Container) {
  const input = new Input({ formats: formats[container], source: new BufferSource(bytes) });
  try {
    const track = await requireOnlyTrack(input);
    const codec = requireCodec(container, await track.getCodec());
    const config = await requireDecoderConfig(track);
    const recorded = await readPackets(track, { container, codec, config, fileBytes: bytes.length });
    return { codec, config, ...recorded };
  } finally {
    input.dispose();
  }
}

/** One track of sound: beside a picture, or a second voice, it is something else than a recording. */
async function requireOnlyTrack(input: Input): Promise<InputAudioTrack> {
  const [track, ...others] = await input.getTracks();
  if (!track?.isAudioTrack() || others.length > 0) throw new Refusal('AUDIO_NOT_AUDIO');
  return track;
}
