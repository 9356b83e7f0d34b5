const chunkBytes = 512 * 1024;

/** Cuts a finished recording into the chunks of a draft. */
export const cutSound = (sound: Blob): Blob[] =>
  Array.from({ length: Math.ceil(sound.size / chunkBytes) }, (_, index) =>
    sound.slice(index * chunkBytes, (index + 1) * chunkBytes),
  );
