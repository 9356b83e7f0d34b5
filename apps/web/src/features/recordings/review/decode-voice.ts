/** Sufficient for a voice, at half the bytes and half the work of 48 kHz. */
export const voiceRateHz = 24_000;

/** Decodes a recording as one channel at `voiceRateHz`. Rejects if this browser cannot read it. */
export async function decodeVoice(sound: Blob): Promise<Float32Array<ArrayBuffer>> {
  // The context only sets the rate of the decoding.
  const context = new OfflineAudioContext(1, 1, voiceRateHz);
  const decoded = await context.decodeAudioData(await sound.arrayBuffer());
  const channels = Array.from({ length: decoded.numberOfChannels }, (_, index) =>
    decoded.getChannelData(index),
  );
  return mixDown(channels);
}

/** Returns the mean of channels. */
export function mixDown(channels: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const mixed = new Float32Array(channels[0]?.length ?? 0);
  for (const channel of channels)
    for (const [index, value] of channel.entries())
      mixed[index] = (mixed[index] ?? 0) + value / channels.length;
  return mixed;
}
