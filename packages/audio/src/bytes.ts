/** Whether these letters stand at `position`. */
export const startsWith = (bytes: Uint8Array, text: string, position = 0): boolean =>
  position >= 0 && String.fromCharCode(...bytes.subarray(position, position + text.length)) === text;
