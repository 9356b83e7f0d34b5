/** What is taken as a recording, by the container that its bytes show, and what is in it. */
export const audioFormats = {
  webm: { name: 'WebM', mimeType: 'audio/webm', codecs: ['opus'] },
  mp4: { name: 'M4A (MP4)', mimeType: 'audio/mp4', codecs: ['opus', 'aac'] },
  ogg: { name: 'Ogg', mimeType: 'audio/ogg', codecs: ['opus'] },
  mp3: { name: 'MP3', mimeType: 'audio/mpeg', codecs: ['mp3'] },
  wav: { name: 'WAV', mimeType: 'audio/wav', codecs: ['pcm-s16'] },
} as const;

export type Container = keyof typeof audioFormats;
export type RecordedCodec = (typeof audioFormats)[Container]['codecs'][number];

/** The extension of a recording's true container. */
export const extensionOf = (container: string): Container =>
  Object.hasOwn(audioFormats, container) ? (container as Container) : 'mp3';
