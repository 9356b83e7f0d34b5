/** The containers of the copies that are served, and the codecs in each. WAV is that of copies from before. */
export const audioFormats = {
  webm: { mimeType: 'audio/webm', codecs: ['opus'] },
  mp4: { mimeType: 'audio/mp4', codecs: ['opus', 'aac'] },
  ogg: { mimeType: 'audio/ogg', codecs: ['opus'] },
  mp3: { mimeType: 'audio/mpeg', codecs: ['mp3'] },
  wav: { mimeType: 'audio/wav', codecs: [] },
} as const;

export type Container = keyof typeof audioFormats;
export type ServedContainer = Exclude<Container, 'wav'>;
export type RecordedCodec = (typeof audioFormats)[Container]['codecs'][number];

/** What is taken as a recording, as people know it. The bytes decide, not the name. */
export const takenFormats = ['MP3', 'M4A', 'WAV', 'Ogg', 'WebM', 'FLAC', 'AIFF', 'AMR', 'CAF'] as const;

/**
 * What a file chooser and the share target of the manifest offer. Systems that know no type of a format know its file extension, and
 * some take an Ogg for an application.
 */
export const offeredTypes = [
  'audio/*',
  'video/*',
  'application/ogg',
  '.aif',
  '.aiff',
  '.amr',
  '.caf',
  '.flac',
] as const;

/** Returns the file extension of a container. */
export const extensionOf = (container: string): Container =>
  Object.hasOwn(audioFormats, container) ? (container as Container) : 'mp3';
