/** The containers that are accepted as recordings, recognized by their bytes, and the codecs in each. */
export const audioFormats = {
  webm: { name: 'WebM', mimeType: 'audio/webm', codecs: ['opus'] },
  mp4: { name: 'M4A (MP4)', mimeType: 'audio/mp4', codecs: ['opus', 'aac'] },
  ogg: { name: 'Ogg', mimeType: 'audio/ogg', codecs: ['opus'] },
  mp3: { name: 'MP3', mimeType: 'audio/mpeg', codecs: ['mp3'] },
  wav: { name: 'WAV', mimeType: 'audio/wav', codecs: ['pcm-s16'] },
} as const;

export type Container = keyof typeof audioFormats;
export type RecordedCodec = (typeof audioFormats)[Container]['codecs'][number];

/** Returns the file extension of a container. */
export const extensionOf = (container: string): Container =>
  Object.hasOwn(audioFormats, container) ? (container as Container) : 'mp3';
