/** The containers of the served copies, and the codecs in each. Copies of earlier versions are WAV. */
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

/** The accepted formats of recordings, as people know them. The bytes decide, not the name. */
export const takenFormats = ['MP3', 'M4A', 'WAV', 'Ogg', 'WebM', 'FLAC', 'AIFF', 'AMR', 'CAF'] as const;

/**
 * The types in a file chooser and in the share target of the manifest. Systems that do not know the type of a format know
 * its file extension, and some treat an Ogg as an application.
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
