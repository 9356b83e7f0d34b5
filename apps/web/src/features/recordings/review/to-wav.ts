const headerBytes = 44;
const bytesPerSample = 2;

/** Encodes samples from -1 to 1 as a mono 16-bit WAV file, which every browser plays and seeks exactly. */
export function toWav(samples: Float32Array, sampleRateHz: number): Blob {
  const dataBytes = samples.length * bytesPerSample;
  const view = new DataView(new ArrayBuffer(headerBytes + dataBytes));
  const writeText = (offset: number, text: string) => {
    for (let index = 0; index < text.length; index += 1)
      view.setUint8(offset + index, text.charCodeAt(index));
  };
  writeText(0, 'RIFF');
  view.setUint32(4, headerBytes - 8 + dataBytes, true);
  writeText(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRateHz, true);
  view.setUint32(28, sampleRateHz * bytesPerSample, true);
  view.setUint16(32, bytesPerSample, true);
  view.setUint16(34, bytesPerSample * 8, true);
  writeText(36, 'data');
  view.setUint32(40, dataBytes, true);
  for (const [index, sample] of samples.entries()) {
    const clamped = Math.max(-1, Math.min(1, sample));
    view.setInt16(headerBytes + index * bytesPerSample, Math.round(clamped * 32_767), true);
  }
  return new Blob([view.buffer], { type: 'audio/wav' });
}
